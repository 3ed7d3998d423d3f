import { existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { BackupReason } from '#contract/backups.ts';
import { StartError } from '../config.ts';
import { ensureFolder, fileNameOf, giveToOwner, removeUnfinished, syncFolder, withUnfinished } from './folder.ts';
import { putSeal } from './seal.ts';

const PAGES_AT_ONCE = 5000;
const BUSY_TIMEOUT_MS = 15_000;

export interface Wanted {
  /** The file of the database. */
  database: string;
  /** The folder of the backups. */
  folder: string;
  reason: BackupReason;
  /** When it is made, on the clock of the server; with the reason it makes the name of the file. */
  madeAt: Date;
}

/**
 * Copies the pages of a database as they are at this moment, while others go on writing. A reading transaction holds the
 * moment: without it every write of another connection would make the copy begin anew.
 */
async function copyPages(database: string, target: string): Promise<void> {
  const source = new Sqlite(database, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await source.backup(target, { progress: () => PAGES_AT_ONCE });
  } finally {
    source.close();
  }
  const copy = new Sqlite(target);
  // One file that needs no other beside it, and is read without making one.
  copy.pragma('journal_mode = delete');
  copy.close();
}

/**
 * Makes a backup of a database that is in use, and answers the name of its file. The file is for its owner alone, and gets
 * its name only when it is whole and on the disk: a crash leaves nothing that looks like a backup. Throws a StartError where
 * there is no database.
 */
export async function makeBackup({ database, folder, reason, madeAt }: Wanted): Promise<string> {
  if (!existsSync(database)) throw new StartError(`There is no database at ${database}. Set DATA_DIR to where it is.`);
  ensureFolder(folder);
  await removeUnfinished(folder);
  const fileName = fileNameOf(madeAt, reason);
  await withUnfinished(folder, async (path) => {
    // Made first, since SQLite would let others read it.
    await (await open(path, 'wx', 0o600)).close();
    await copyPages(database, path);
    await putSeal(path, { madeAt: madeAt.toISOString(), reason });
    await giveToOwner(path, folder);
    await rename(path, join(folder, fileName));
  });
  await syncFolder(folder);
  return fileName;
}
