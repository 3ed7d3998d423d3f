/** The two works that go on beside the server: making a backup, and verifying one. */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { backupReasons } from '#contract/backups.ts';
import { makeBackup } from './make.ts';
import { DamagedBackup } from './seal.ts';
import { verifyBackup } from './verify.ts';

const making = z.object({
  kind: z.literal('make'),
  database: z.string(),
  folder: z.string(),
  reason: z.enum(backupReasons),
  madeAt: z.date(),
});
const verifying = z.object({ kind: z.literal('verify'), folder: z.string(), fileName: z.string() });
export const backupTask = z.discriminatedUnion('kind', [making, verifying]);
export type BackupTask = z.output<typeof backupTask>;

const outcome = z.object({
  /** What is wrong with the backup, in a sentence; null where it was made, or is as it should be. */
  fault: z.string().nullable(),
});
type Outcome = z.output<typeof outcome>;

/** Does the work here and now. What is wrong with a backup is an outcome; anything else that fails is thrown. */
export async function carryOut(task: BackupTask): Promise<Outcome> {
  try {
    if (task.kind === 'make') await makeBackup(task);
    else await verifyBackup(task.folder, task.fileName);
    return { fault: null };
  } catch (error) {
    if (error instanceof DamagedBackup) return { fault: error.message };
    throw error;
  }
}

/** Does the work in a thread of its own; `onBegun` is given what ends it. */
export async function carryOutBeside(
  task: BackupTask,
  onBegun: (end: () => Promise<unknown>) => void,
): Promise<Outcome> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task });
  onBegun(() => worker.terminate());
  return await new Promise<Outcome>((resolve, reject) => {
    worker.once('message', (message: unknown) => resolve(outcome.parse(message)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('it was stopped')));
  });
}
