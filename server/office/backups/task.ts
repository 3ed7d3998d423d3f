/** The two tasks of the child process: making and verifying a backup. */
import { z } from 'zod';
import { backupReasons } from '#contract/office/backups.ts';
import { makeBackup } from './make.ts';
import { DamagedBackupError } from './seal.ts';
import { verifyBackup } from './verify.ts';

const backupKey = z.string().optional();
const making = z.object({
  kind: z.literal('make'),
  database: z.string(),
  folder: z.string(),
  reason: z.enum(backupReasons),
  madeAt: z.date(),
  backupKey,
});
const verifying = z.object({ kind: z.literal('verify'), folder: z.string(), fileName: z.string(), backupKey });
export const backupTask = z.discriminatedUnion('kind', [making, verifying]);
export type BackupTask = z.output<typeof backupTask>;

/** The result of a task. */
export interface Outcome {
  /** The defect of the backup as a sentence; null if it is good. */
  fault: string | null;
}

/** The last message of the child process: the outcome, or the error. */
export const report = z.union([z.object({ fault: z.string().nullable() }), z.object({ failure: z.instanceof(Error) })]);

/** Runs a task in this process. A defect of a backup is an outcome; all other failures are thrown. */
export async function carryOut(task: BackupTask): Promise<Outcome> {
  try {
    if (task.kind === 'make') await makeBackup(task);
    else await verifyBackup(task.folder, task.fileName, task.backupKey);
    return { fault: null };
  } catch (error) {
    if (error instanceof DamagedBackupError) return { fault: error.message };
    throw error;
  }
}
