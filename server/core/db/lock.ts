/**
 * The locks on a SQLite database, each on an empty file beside it. Processes that have the database open share the first;
 * replacing the database takes it exclusively. The one server takes the second exclusively, and commands don't need it. The
 * operating system releases the locks of a dead process, so none is ever stale.
 */
import Sqlite from 'better-sqlite3';

/** The lock file of a database. */
export function lockFile(database: string): string {
  return `${database}.lock`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Acquires a lock and returns its release; undefined while others hold it. */
function acquire(file: string, how: 'shared' | 'alone'): (() => void) | undefined {
  const lock = new Sqlite(file, { timeout: 0 });
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
  return acquire(lockFile(database), 'shared');
}

/** Locks the database exclusively; undefined while another process has it open. */
export function ownDatabase(database: string): (() => void) | undefined {
  return acquire(lockFile(database), 'alone');
}

/** Locks the database for the one server that may serve it; undefined while another does. */
export function serveDatabase(database: string): (() => void) | undefined {
  return acquire(`${database}.server.lock`, 'alone');
}
