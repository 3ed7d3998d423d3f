/** Puts a backup in the place of the database: only one that was looked at whole, and only while nobody uses the place. */
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { StartError, type Config } from '../config.ts';
import { databaseFile } from '../db/connect.ts';
import { lockFile, ownDatabase } from '../db/lock.ts';
import { ensureFolder, giveToOwner, removeUnfinished, syncFolder, withUnfinished } from './folder.ts';
import { restoreInto, type Restored } from './verify.ts';

export interface RestoreOptions {
  /** The file of the backup. */
  backup: string;
  config: Pick<Config, 'dataDir'>;
  /** Whether a database that is there may be replaced; it is kept beside the new one. */
  replace: boolean;
  now: Date;
}

export interface Placed extends Restored {
  database: string;
  /** Where the database is that was there before, if one was. */
  kept: string | undefined;
}

/** What SQLite keeps beside a database until it is in the file. */
const logs = ['-wal', '-journal'];

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

/** Ends all sessions and codes: those that were ended after the backup was made would live again. */
function endSessions(database: string): void {
  const restored = new Sqlite(database);
  restored.exec('begin immediate; delete from session; delete from reset_code; commit');
  restored.pragma('journal_mode = delete');
  restored.close();
}

/**
 * Copies what is there to a name with the time, and what isn't in the file yet beside it under the names that SQLite looks for. SQLite
 * doesn't open the old one for that: of a broken one it would throw the log away.
 */
async function keepOld(database: string, now: Date): Promise<string> {
  const kept = `${database}.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const ending of ['', ...logs.filter((each) => existsSync(database + each))]) {
    await copyFile(database + ending, kept + ending, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await giveToOwner(kept + ending, dirname(database));
    await syncFile(kept + ending);
  }
  return kept;
}

function inUse(database: string): StartError {
  return new StartError(`${database} is in use. Stop Godown and whatever else has it open, then restore again.`);
}

/**
 * Verifies the backup, then puts it in the place of the database in one step: whenever this is broken off, either the old one or
 * the new one is there whole. Everybody has to sign in again. Throws a DamagedBackup where the backup is not to be trusted, a
 * StartError where something is in the way; nothing was changed then.
 */
export async function restoreBackup({ backup, config, replace, now }: RestoreOptions): Promise<Placed> {
  const { dataDir } = config;
  const database = databaseFile({ dataDir });
  const isThere = existsSync(database);
  if (!existsSync(backup)) throw new StartError(`There is no file ${backup}.`);
  if (isThere && !replace) {
    throw new StartError(
      `There is a database already at ${database}. Add --replace to put the backup in its place; the old one is then kept beside it.`,
    );
  }
  ensureFolder(dataDir);
  const letGo = ownDatabase(database);
  if (!letGo) throw inUse(database);
  try {
    await giveToOwner(lockFile(database), dataDir);
    await removeUnfinished(dataDir);
    return await withUnfinished(dataDir, async (scratch) => {
      await mkdir(scratch, { mode: 0o700 });
      const restored = await restoreInto(backup, basename(backup), scratch);
      const fresh = databaseFile({ dataDir: scratch });
      endSessions(fresh);
      await giveToOwner(fresh, dataDir);
      await syncFile(fresh);
      const kept = isThere ? await keepOld(database, now) : undefined;
      await syncFolder(dataDir);
      // A log that was left behind would be taken for one of the new database.
      for (const ending of [...logs, '-shm']) await rm(database + ending, { force: true });
      await rename(fresh, database);
      await syncFolder(dataDir);
      return { ...restored, database, kept };
    });
  } finally {
    letGo();
  }
}
