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

/** An error's message and code: an Error would lose its code between threads. */
export interface Failed {
  failed: { message: string; code: string };
}

/** Opens the file in a thread that was started for it. */
export function openFile(): SqliteFile {
  const { path, busyTimeoutMs }: SearchedFile = workerData;
  return new SqliteFile(path, { timeout: busyTimeoutMs, readonly: true });
}

/** Serializes an SQLite error for the main thread. Throws any other. */
export function failed(error: unknown): Failed {
  if (error instanceof Sqlite.SqliteError) return { failed: { message: error.message, code: error.code } };
  throw error;
}

let file: SqliteFile | undefined;

/** Runs a read-only statement; returns its rows or SQLite's error. */
export default function search({ text, parameters }: Search): unknown[] | Failed {
  try {
    // At the first search, so that an error in opening it is that search's.
    file ??= openFile();
    const statement = file.prepare(text);
    if (statement.reader) return statement.all(...parameters);
    statement.run(...parameters);
    return [];
  } catch (error) {
    return failed(error);
  }
}
