/** Makes or verifies a backup beside the server, in a process of its own (task.ts). */
import { once } from 'node:events';
import type { z } from 'zod';
import { backupTask, carryOut, type report } from './task.ts';

// Whoever stops the server by its terminal or its group of processes means the server, which ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// The server was killed: what is unfinished is removed by the next one.
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
