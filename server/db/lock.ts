/**
 * Who uses the file of a SQLite database. Beside it lies an empty file whose lock each process that has the database open
 * shares; whoever puts another database in its place takes the lock alone. The operating system lets go of the locks of a
 * process that ends, however it ends, so nothing is ever left locked.
 */
import Sqlite from 'better-sqlite3';

/** The file whose lock stands for a database. */
export function lockFile(database: string): string {
  return `${database}.lock`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Takes the lock in one of its two ways and answers how to let go of it; undefined where others are in the way. */
function take(database: string, how: 'shared' | 'alone'): (() => void) | undefined {
  const lock = new Sqlite(lockFile(database), { timeout: 0 });
  try {
    lock.exec(how === 'shared' ? 'begin' : 'begin exclusive');
    // A shared lock is taken by the first reading.
    if (how === 'shared') lock.prepare('select count(*) from sqlite_schema').get();
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Says that this process has the database open; undefined where another one is replacing it just now. */
export function shareDatabase(database: string): (() => void) | undefined {
  return take(database, 'shared');
}

/** Takes the database for this process alone; undefined where another one has it open. */
export function ownDatabase(database: string): (() => void) | undefined {
  return take(database, 'alone');
}
