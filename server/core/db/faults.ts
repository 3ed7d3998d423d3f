/** Classifies engine errors: transient, unavailable, a damaged file, or a violated constraint. */

/** The SQLSTATE of PostgreSQL, the code of SQLite or the network's errno name. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const passing = new Set(['40001', '40P01']);

/** Whether retrying the whole transaction may succeed (docs/architecture/databases.md). */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return passing.has(code) || code.startsWith('SQLITE_BUSY');
}

/** Whether a statement exceeded its lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

const sqliteDamaged = ['SQLITE_NOTADB', 'SQLITE_CORRUPT'];
const sqliteUnavailable = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  ...sqliteDamaged,
];
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);
// SQLSTATE classes: connection, resources, operator intervention, system error; codes: read-only, idle in transaction
// timeout, statement timeout.
const postgresUnavailable = /^(08|53|57P|58)|^(25006|25P03|57014)$/;
// Errors of pg without a code.
const lostConnection = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;

/** Whether SQLite finds a file damaged, or none of its own. */
export function isDamaged(error: unknown): boolean {
  const code = codeOf(error);
  return sqliteDamaged.some((prefix) => code.startsWith(prefix));
}

/** The connection was lost during a commit: whether it took effect is unknown. */
export class UnknownOutcomeError extends Error {
  constructor(cause: unknown) {
    super('the connection was lost while the transaction was committed', { cause });
  }
}

/** Whether the engine is unreachable or can't write at present; the same request can succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof UnknownOutcomeError) return true;
  const code = codeOf(error);
  if (sqliteUnavailable.some((prefix) => code.startsWith(prefix))) return true;
  if (passing.has(code) || network.has(code) || postgresUnavailable.test(code)) return true;
  return isPoolExhausted(error) || (error instanceof Error && lostConnection.test(error.message));
}

/** Whether no connection of the pool became free in time: nothing was begun. */
export function isPoolExhausted(error: unknown): boolean {
  // The message of an exhausted pool; an unresponsive engine has another.
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** Whether a CHECK was violated. */
export function isCheckViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === '23514' || code === 'SQLITE_CONSTRAINT_CHECK';
}

/** Whether a unique constraint was violated. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}
