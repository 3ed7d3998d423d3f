/** What the engines' errors mean for us: worth another try, out of reach, or a broken rule. */

/** The SQLSTATE of PostgreSQL, the code of SQLite or the errno name of the network, whichever the error carries. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const passing = new Set(['40001', '40P01']);

/** Whether the same transaction may well succeed if it is run again from its beginning (design §6). */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return passing.has(code) || code.startsWith('SQLITE_BUSY');
}

/** Whether somebody else's lock was in the way for longer than the statement was to wait. */
export function isLockedOut(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

const sqliteUnavailable = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT',
];
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);
// Classes of SQLSTATE: connection trouble, out of resources, the operator stopped it, the system failed; and single ones: it only
// reads, a transaction said nothing for too long, a statement took too long.
const postgresUnavailable = /^(08|53|57P|58)|^(25006|25P03|57014)$/;
// pg reports these without a code.
const lostConnection = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;

/** The engine was told to commit and never said whether it has: the change may be there or not. */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('the connection was lost while the transaction was committed', { cause });
  }
}

/** Whether the engine is out of reach or can't write just now; once it is back, the same request can succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof UnknownOutcome) return true;
  const code = codeOf(error);
  if (sqliteUnavailable.some((prefix) => code.startsWith(prefix))) return true;
  if (passing.has(code) || network.has(code) || postgresUnavailable.test(code)) return true;
  return isCrowdedOut(error) || (error instanceof Error && lostConnection.test(error.message));
}

/** Whether all connections to the engine were lent for as long as one may be waited for: nothing was begun. */
export function isCrowdedOut(error: unknown): boolean {
  // pg says it so of a pool that is full, and in other words of an engine that doesn't answer.
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** Whether a row with the same unique value is already there. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}
