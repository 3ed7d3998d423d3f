/** The two works that go on beside the server: making a backup, and verifying one. */
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

/** What came of the work. */
export interface Outcome {
  /** What is wrong with the backup, in a sentence; null where it was made, or is as it should be. */
  fault: string | null;
}

/** What the process beside the server says at its end: the outcome, or why there is none. */
export const report = z.union([z.object({ fault: z.string().nullable() }), z.object({ failure: z.instanceof(Error) })]);

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
