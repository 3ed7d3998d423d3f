/** One case folding for both engines: PostgreSQL has the same function since migration 014. */
import type Sqlite from 'better-sqlite3';

/** The text in lower case in all scripts; both Greek sigmas become one. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/**
 * Adds the function `fold` to a SQLite connection, whose lower() handles only A to Z. For queries only: other programs,
 * such as sqlite3, could not maintain an index or trigger that uses it.
 */
export function addFold(database: Sqlite.Database): void {
  database.function('fold', { deterministic: true, directOnly: true }, (text: unknown) =>
    typeof text === 'string' ? foldCase(text) : text,
  );
}
