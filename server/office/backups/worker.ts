/** The child process that makes or verifies a backup (task.ts). */
import { once } from 'node:events';
import type { z } from 'zod';
import { backupTask, carryOut, type report } from './task.ts';

// Signals to the terminal or process group are for the server, which ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// The server was killed: its next start removes unfinished files.
process.once('disconnect', () => process.exit());

async function outcome(): Promise<z.output<typeof report>> {
  try {
    const [task] = await once(process, 'message');
    return await carryOut(backupTask.parse(task));
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }
}

const answer = await outcome();
process.send?.(answer, () => process.disconnect());
