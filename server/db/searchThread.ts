/** The worker thread of `searches.ts`: one query after the other, on its own connection. */
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

/** The rows, or the error's message and code: an Error would lose its code between threads. */
export type Searched<Row> = { rows: Row[] } | { failed: { message: string; code: string } };

let file: SqliteFile | undefined;

/** Opens the file at the first search, so that an error in opening it is that search's result. */
function open(): SqliteFile {
  const { path, busyTimeoutMs }: SearchedFile = workerData;
  return new SqliteFile(path, { timeout: busyTimeoutMs, readonly: true });
}

/** Runs a read-only statement; returns its rows or SQLite's error. */
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
