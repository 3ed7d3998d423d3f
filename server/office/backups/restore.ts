/** Replaces the database by a verified backup while no process has it open. */
import { existsSync, statSync } from 'node:fs';
import { constants, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { StartError, type Config } from '../../core/config.ts';
import { databaseFile } from '../../core/db/connect.ts';
import { lockFile, ownDatabase } from '../../core/db/lock.ts';
import { ensureFolder } from '../../core/folders.ts';
import { removeUnfinished, withUnfinished } from '../../core/unfinished.ts';
import { giveToOwner, syncFolder } from './folder.ts';
import { restoreInto, type Restored } from './verify.ts';

interface RestoreOptions {
  /** The file of the backup. */
  backup: string;
  config: Pick<Config, 'dataDir'>;
  /** BACKUP_KEY, by which the signature is checked. */
  backupKey?: string | undefined;
  /** Permits replacing an existing database, which is renamed. */
  replace: boolean;
  now: Date;
}

export interface Placed extends Restored {
  database: string;
  /** The path of the replaced database, if there was one. */
  kept: string | undefined;
}

/** Files of SQLite whose content is not in the database file yet. */
const logs = ['-wal', '-journal'];

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

/**
 * Deletes all sessions and codes: those ended after the backup would be valid again. No trigger of others can run: the schema
 * was checked.
 */
function endSessions(database: string): void {
  const restored = new Sqlite(database);
  restored.exec('begin immediate; delete from session; delete from reset_code; commit');
  restored.pragma('journal_mode = delete');
  restored.close();
}

/**
 * Copies the database and its log to a name with the time, without opening it: SQLite would discard the log of a broken
 * database.
 */
async function copyOld(database: string, now: Date): Promise<string> {
  const copy = `${database}.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const ending of ['', ...logs.filter((each) => existsSync(database + each))]) {
    await copyFile(database + ending, copy + ending, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await giveToOwner(copy + ending, dirname(database));
    await syncFile(copy + ending);
  }
  return copy;
}

function inUse(database: string): StartError {
  return new StartError(`${database} is in use. Stop Godown and whatever else has it open, then restore again.`);
}

/**
 * Verifies the backup, then replaces the database in one step: an interruption leaves either the old or the new one
 * whole. All sessions end. Throws a DamagedBackupError for a backup that can't be trusted, a StartError for another
 * obstacle; then nothing has changed.
 */
export async function restoreBackup({ backup, config, backupKey, replace, now }: RestoreOptions): Promise<Placed> {
  const { dataDir } = config;
  const database = databaseFile({ dataDir });
  const databaseExists = existsSync(database);
  const file = statSync(backup, { throwIfNoEntry: false });
  if (!file) throw new StartError(`There is no file ${backup}.`);
  if (!file.isFile()) throw new StartError(`${backup} is not a file. Name the file of one backup.`);
  if (databaseExists && !replace) {
    throw new StartError(
      `There is a database already at ${database}. Add --replace to put the backup in its place; the old one is then kept beside it.`,
    );
  }
  ensureFolder('data', dataDir);
  const letGo = ownDatabase(database);
  if (!letGo) throw inUse(database);
  try {
    await giveToOwner(lockFile(database), dataDir);
    await removeUnfinished(dataDir);
    return await withUnfinished(dataDir, async (scratch) => {
      await mkdir(scratch, { mode: 0o700 });
      const restored = await restoreInto(backup, basename(backup), scratch, backupKey);
      const fresh = databaseFile({ dataDir: scratch });
      endSessions(fresh);
      await giveToOwner(fresh, dataDir);
      await syncFile(fresh);
      const copyOfOld = databaseExists ? await copyOld(database, now) : undefined;
      await syncFolder(dataDir);
      // A leftover log would be applied to the new database.
      for (const ending of [...logs, '-shm']) await rm(database + ending, { force: true });
      await rename(fresh, database);
      await syncFolder(dataDir);
      return { ...restored, database, kept: copyOfOld };
    });
  } finally {
    letGo();
  }
}
