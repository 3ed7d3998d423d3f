/**
 * The lock on a SQLite database. Processes that have the database open share a lock on an empty file beside it;
 * replacing the database takes the lock exclusively. The operating system releases the locks of a dead process, so none
 * is ever stale.
 */
import Sqlite from 'better-sqlite3';

/** The lock file of a database. */
export function lockFile(database: string): string {
  return `${database}.lock`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Acquires the lock and returns its release; undefined while others hold it. */
function take(database: string, how: 'shared' | 'alone'): (() => void) | undefined {
  const lock = new Sqlite(lockFile(database), { timeout: 0 });
  try {
    lock.exec(how === 'shared' ? 'begin' : 'begin exclusive');
    // SQLite takes a shared lock at the first read.
    if (how === 'shared') lock.prepare('select count(*) from sqlite_schema').get();
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Shares the lock while this process has the database open; undefined while the database is being replaced. */
export function shareDatabase(database: string): (() => void) | undefined {
  return take(database, 'shared');
}

/** Locks the database exclusively; undefined while another process has it open. */
export function ownDatabase(database: string): (() => void) | undefined {
  return take(database, 'alone');
}
