/** What runs in the thread of `searches.ts`: one reading after another, on a connection of its own. */
import { workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { SqliteFile } from './sqliteFile.ts';

export interface SearchedFile {
  path: string;
  busyTimeoutMs: number;
}

export interface Search {
  text: string;
  parameters: readonly unknown[];
}

/** What was found. An error would lose its code on the way to another thread, so what it says is sent. */
export type Searched<Row> = { rows: Row[] } | { failed: { message: string; code: string } };

let file: SqliteFile | undefined;

/** Opens the file at the first search and not before, so that an error in opening it is the answer to that search. */
function open(): SqliteFile {
  const { path, busyTimeoutMs }: SearchedFile = workerData;
  return new SqliteFile(path, { timeout: busyTimeoutMs, readonly: true });
}

/** Answers the rows of a statement that reads, or what SQLite said of it. */
export default function search({ text, parameters }: Search): Searched<unknown> {
  try {
    file ??= open();
    const statement = file.prepare(text);
    if (statement.reader) return { rows: statement.all(...parameters) };
    statement.run(...parameters);
    return { rows: [] };
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return { failed: { message: error.message, code: error.code } };
    throw error;
  }
}
