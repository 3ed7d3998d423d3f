/** Runs a backup task in a child process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type BackupTask, type Outcome, report } from './task.ts';

const workerScript = fileURLToPath(new URL('./worker.ts', import.meta.url));

/**
 * Runs a task in a child process; `onBegun` receives a function that kills it. A worker thread could not be stopped
 * while SQLite checks a large file, and would delay shutdown.
 */
export async function runInChildProcess(
  task: BackupTask,
  onBegun: (end: () => Promise<void>) => void,
): Promise<Outcome> {
  const worker = fork(workerScript, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  // 'close' rather than 'exit', which may come before the last message.
  const ended = once(worker, 'close').then(() => undefined);
  onBegun(async () => {
    worker.kill('SIGKILL');
    await ended;
  });
  const reported = once(worker, 'message').then(([message]) => report.parse(message));
  worker.send(task);
  const outcome = await Promise.race([reported, ended]);
  if (outcome === undefined) throw new Error('backup process ended without a result');
  if ('failure' in outcome) throw outcome.failure;
  await ended;
  return outcome;
}
