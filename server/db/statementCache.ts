/** Statements of SQLite that are prepared once: doing it anew costs more than most of them. */
import type Sqlite from 'better-sqlite3';

const STATEMENTS_KEPT = 500;

/** Prepares statements, or finds them prepared, by their text; the longest unused is dropped first. */
export function statementCache(database: Sqlite.Database): (text: string) => Sqlite.Statement<unknown[]> {
  const statements = new Map<string, Sqlite.Statement<unknown[]>>();
  return (text) => {
    const statement = statements.get(text) ?? database.prepare<unknown[]>(text);
    statements.delete(text);
    statements.set(text, statement);
    const oldest = statements.size > STATEMENTS_KEPT ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    return statement;
  };
}
