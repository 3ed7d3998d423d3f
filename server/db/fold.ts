/** One rule for letters that differ in case alone, on both engines: PostgreSQL has the same function by migration 014. */
import type Sqlite from 'better-sqlite3';

/** The text in small letters of every script; both small sigmas of Greek are one. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/**
 * Gives a connection of SQLite the function `fold`, whose own lower() knows A to Z alone. For queries only: an index or a
 * trigger that used it could not be kept up by other programs, such as sqlite3.
 */
export function addFold(database: Sqlite.Database): void {
  database.function('fold', { deterministic: true, directOnly: true }, (text: unknown) =>
    typeof text === 'string' ? foldCase(text) : text,
  );
}
