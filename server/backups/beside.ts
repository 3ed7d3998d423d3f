/** Making or verifying a backup in a process beside the server. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type BackupTask, type Outcome, report } from './task.ts';

const workerScript = fileURLToPath(new URL('./worker.ts', import.meta.url));

/**
 * Does the work in a process of its own; `onBegun` is given what ends it at once. A thread could not be ended while SQLite
 * looks through a large file, and the server waited for it when it was stopped.
 */
export async function carryOutBeside(task: BackupTask, onBegun: (end: () => Promise<void>) => void): Promise<Outcome> {
  const worker = fork(workerScript, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  // Not 'exit', which may come before what it said.
  const ended = once(worker, 'close').then(() => undefined);
  onBegun(async () => {
    worker.kill('SIGKILL');
    await ended;
  });
  const said = once(worker, 'message').then(([message]) => report.parse(message));
  worker.send(task);
  const outcome = await Promise.race([said, ended]);
  if (outcome === undefined) throw new Error('it was stopped');
  if ('failure' in outcome) throw outcome.failure;
  await ended;
  return outcome;
}
