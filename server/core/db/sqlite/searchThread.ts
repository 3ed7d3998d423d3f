/** A worker thread of `searches.ts`: one statement after the other, on connections of its own. */
import { workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { SqliteFile } from './sqliteFile.ts';

export interface SearchedFile {
  path: string;
  busyTimeoutMs: number;
}

export interface Search {
  /** 0, or that of a snapshot. */
  connection: number;
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
  const opened = new SqliteFile(path, { timeout: busyTimeoutMs, readonly: true });
  // In kilobytes, a quarter of the default: a thread has several, and the system keeps the file's pages for all of them.
  opened.pragma('cache_size = -4000');
  return opened;
}

/** Serializes an SQLite error for the main thread. Throws any other. */
export function failed(error: unknown): Failed {
  if (error instanceof Sqlite.SqliteError) return { failed: { message: error.message, code: error.code } };
  throw error;
}

/** By the numbers of connections. */
const files: SqliteFile[] = [];

/** Runs a read-only statement; returns its rows or SQLite's error. */
export default function search({ connection, text, parameters }: Search): unknown[] | Failed {
  try {
    // At the first search, so that an error in opening it is that search's.
    const file = (files[connection] ??= openFile());
    const statement = file.prepare(text);
    if (statement.reader) return statement.all(...parameters);
    statement.run(...parameters);
    return [];
  } catch (error) {
    return failed(error);
  }
}
