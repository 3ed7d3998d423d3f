import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { BackupReason } from '#contract/office/backups.ts';
import { ensureDatabase, ensureFolder } from '../../core/folders.ts';
import { removeUnfinished, withUnfinished } from '../../core/unfinished.ts';
import { fileNameOf, giveToOwner, nextSequence, syncFolder } from './folder.ts';
import { appendSeal } from './seal.ts';

const PAGES_PER_BATCH = 5000;
const BUSY_TIMEOUT_MS = 15_000;

interface BackupRequest {
  /** The file of the database. */
  database: string;
  /** The folder of the backups. */
  folder: string;
  reason: BackupReason;
  /** The server's time; the file name has it, with the reason and a sequence number. */
  madeAt: Date;
  /** BACKUP_KEY, which signs the backup. */
  backupKey?: string | undefined;
}

/**
 * Copies a database as of one moment while writes go on. A read transaction holds the snapshot: without it, each write
 * of another connection would restart the copy.
 */
async function copyPages(database: string, target: string): Promise<void> {
  const source = new Sqlite(database, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await source.backup(target, { progress: () => PAGES_PER_BATCH });
  } finally {
    source.close();
  }
  const copy = new Sqlite(target);
  // A single file without a log, also when it is read.
  copy.pragma('journal_mode = delete');
  copy.close();
}

/**
 * Makes a backup of a database in use and returns its file name. The file is private to its owner and renamed only when
 * it is complete and synced: a crash leaves nothing that looks like a backup. Throws a StartError where there is no
 * database.
 */
export async function makeBackup({ database, folder, reason, madeAt, backupKey }: BackupRequest): Promise<string> {
  ensureDatabase(database);
  ensureFolder('backup', folder);
  await removeUnfinished(folder);
  const fileName = fileNameOf(madeAt, reason, await nextSequence(folder));
  await withUnfinished(folder, async (path) => {
    // Created first with its mode, since SQLite would make it readable to others.
    await (await open(path, 'wx', 0o600)).close();
    await copyPages(database, path);
    await appendSeal(path, { madeAt: madeAt.toISOString(), reason }, backupKey);
    await giveToOwner(path, folder);
    await rename(path, join(folder, fileName));
  });
  await syncFolder(folder);
  return fileName;
}
