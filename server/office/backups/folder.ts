/** The backup folder: its files, and how they are added atomically. */
import { chown, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { backupReasons, type BackupReason, type BackupRecord } from '#contract/office/backups.ts';
import { withUnfinished } from '../../core/unfinished.ts';

/** Files of older versions have no number at the end: they are older than all that have one. */
const namePattern = /^godown-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([a-z-]+?)(?:-(\d+))?\.db$/;
const verdict = z.object({ verifiedAt: z.iso.datetime(), fault: z.string().nullable() });
/** The result of a verification. */
export type Verdict = z.output<typeof verdict>;

/** The file name of a backup. `sequence` grows with each backup of the folder, independent of the clock. */
export function fileNameOf(madeAt: Date, reason: BackupReason, sequence: number): string {
  return `godown-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}-${reason}-${sequence}.db`;
}

function sequenceOf(fileName: string): number {
  return Number(namePattern.exec(fileName)?.[7] ?? 0);
}

/** The sequence number of the next backup in the folder. */
export async function nextSequence(folder: string): Promise<number> {
  return Math.max(0, ...(await readdir(folder)).map(sequenceOf)) + 1;
}

function verdictFile(folder: string, fileName: string): string {
  return join(folder, `${fileName}.verified`);
}

async function verdictOf(folder: string, fileName: string): Promise<Verdict | undefined> {
  const text = await readFile(verdictFile(folder, fileName), 'utf8').catch(() => '');
  try {
    return verdict.parse(JSON.parse(text));
  } catch {
    // An unreadable verdict counts as missing: the backup is verified again.
    return undefined;
  }
}

/** All backups in the folder, the newest first: by sequence, since a clock can be set back. Files with other names are ignored. */
export async function listBackups(folder: string): Promise<BackupRecord[]> {
  const backups: BackupRecord[] = [];
  for (const fileName of await readdir(folder)) {
    const [, date, hours, minutes, seconds, thousandths, slug] = namePattern.exec(fileName) ?? [];
    const madeAt = new Date(`${date}T${hours}:${minutes}:${seconds}.${thousandths}Z`);
    const reason = backupReasons.find((each) => each === slug);
    const stats = await stat(join(folder, fileName)).catch(() => undefined);
    if (reason === undefined || !stats?.isFile() || Number.isNaN(madeAt.getTime())) continue;
    const known = await verdictOf(folder, fileName);
    backups.push({
      backupId: madeAt.getTime(),
      fileName,
      madeAt: madeAt.toISOString(),
      reason,
      size: stats.size,
      verifiedAt: known?.verifiedAt ?? null,
      fault: known?.fault ?? null,
    });
  }
  return backups.toSorted((a, b) => sequenceOf(b.fileName) - sequenceOf(a.fileName) || b.backupId - a.backupId);
}

/** Syncs a folder's entries to the disk; systems without that for folders need none. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Removes a backup and its verdict. */
export async function removeBackup(folder: string, fileName: string): Promise<void> {
  await rm(join(folder, fileName), { force: true });
  await rm(verdictFile(folder, fileName), { force: true });
}

/** Gives a file to the folder's owner, so that the server can use files created by root. */
export async function giveToOwner(path: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(path, uid, gid);
}

/** Stores the result of a verification. */
export async function storeVerdict(folder: string, fileName: string, result: Verdict): Promise<void> {
  await withUnfinished(folder, async (path) => {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify(result));
    await file.sync();
    await file.close();
    await giveToOwner(path, folder);
    await rename(path, verdictFile(folder, fileName));
  });
}
