/**
 * Kysely's driver for SQLite with two kinds of connections. The one writing connection is lent to one transaction at a
 * time; others queue for it. Reads never wait for it: single statements share a connection, a read-only transaction has
 * its own, and with it its own snapshot.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { isTransient, isUnavailable, UnknownOutcomeError } from '../faults.ts';
import type { Searches } from './searches.ts';
import type { SqliteFile } from './sqliteFile.ts';

/** How long each attempt (retrying.ts) waits for another process's write lock, with growing pauses. */
const LOCK_WAIT_MS = 2000;
const LOCK_PAUSE_MS = { first: 2, longest: 50 } as const;
/** Maximum of idle connections for read-only transactions. */
const IDLE_READERS = 2;

const rolledBack = 'SQLite has rolled back the transaction';

/** The connections of one file; the writing one and the shared reading one are always open. */
export interface SqliteFiles {
  writer: SqliteFile;
  reader: SqliteFile;
  openReader(): SqliteFile;
  onClosed(): void;
}

/** An open file with Kysely's connection to it, which runs statements synchronously. */
interface Open {
  file: SqliteFile;
  connection: DatabaseConnection;
}

/** An open file lent to a transaction. */
interface Lent extends Open {
  giveBack: () => void;
}

async function openConnection(file: SqliteFile): Promise<Open> {
  const driver = new SqliteDriver({ database: file });
  await driver.init();
  return { file, connection: await driver.acquireConnection() };
}

/** Runs `work`, which needs SQLite's write lock; waits without blocking the process while another process holds it. */
async function withWriteLock<T>(work: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + LOCK_WAIT_MS;
  for (let pause: number = LOCK_PAUSE_MS.first; ; pause = Math.min(2 * pause, LOCK_PAUSE_MS.longest)) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() > end) throw error;
      await delay(pause);
    }
  }
}

class QueuedConnection implements DatabaseConnection {
  readonly #driver: QueuedSqliteDriver;
  #transaction: Lent | undefined;

  constructor(driver: QueuedSqliteDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#transaction) return await this.#driver.executeAlone<Row>(query);
    // Otherwise the statement would autocommit.
    if (!this.#transaction.file.inTransaction) throw new Error(rolledBack);
    return await this.#transaction.connection.executeQuery<Row>(query);
  }

  streamQuery(): never {
    throw new Error('whole lists are read in batches, so that none keeps a transaction open');
  }

  async begin(reads: boolean): Promise<void> {
    if (this.#transaction) throw new Error('a transaction is open on this connection');
    this.#transaction = reads ? await this.#driver.beginReading() : await this.#driver.beginWriting();
  }

  /** Throws an UnknownOutcomeError if the commit fails: the changes may be there after a restart. */
  commit(): void {
    const file = this.#transaction?.file;
    if (!file?.inTransaction) throw new Error(rolledBack);
    try {
      file.run('commit');
    } catch (error) {
      throw isUnavailable(error) && !isTransient(error) ? new UnknownOutcomeError(error) : error;
    }
    this.#end();
  }

  rollback(): void {
    try {
      if (this.#transaction?.file.inTransaction) this.#transaction.file.run('rollback');
    } finally {
      this.#end();
    }
  }

  #end(): void {
    const ended = this.#transaction;
    this.#transaction = undefined;
    ended?.giveBack();
  }
}

/** Kysely's driver does everything but connections. */
export class QueuedSqliteDriver extends SqliteDriver {
  readonly #files: SqliteFiles;
  readonly #searches: Searches;
  readonly #idleReaders: Open[] = [];
  #open: { writer: Open; reader: Open } | undefined;
  /** The queue for the writing connection: settled when it is free. */
  #queue = Promise.resolve();

  constructor(files: SqliteFiles, searches: Searches) {
    super({ database: files.writer });
    this.#files = files;
    this.#searches = searches;
  }

  override async init(): Promise<void> {
    const { writer, reader } = this.#files;
    this.#open = { writer: await openConnection(writer), reader: await openConnection(reader) };
  }

  /** Closes the writing connection last, since the last one to close removes the log. */
  override async destroy(): Promise<void> {
    await this.#searches.close();
    for (const { file } of this.#idleReaders) file.close();
    this.#files.reader.close();
    this.#files.writer.close();
    this.#files.onClosed();
  }

  override async acquireConnection(): Promise<QueuedConnection> {
    return await Promise.resolve(new QueuedConnection(this));
  }

  override async releaseConnection(): Promise<void> {
    // A file is lent only during a transaction and released at its end.
  }

  override async beginTransaction(connection: QueuedConnection, settings?: TransactionSettings): Promise<void> {
    await connection.begin(settings?.accessMode === 'read only');
  }

  override async commitTransaction(connection: QueuedConnection): Promise<void> {
    await Promise.resolve(connection.commit());
  }

  override async rollbackTransaction(connection: QueuedConnection): Promise<void> {
    await Promise.resolve(connection.rollback());
  }

  /** Runs a statement outside of a transaction: a read at once, a write when the writing connection is free. */
  async executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader } = this.#opened();
    if (reader.file.readsOnly(query.sql)) return await reader.connection.executeQuery<Row>(query);
    const { connection, giveBack } = await this.#takeWriter();
    try {
      return await withWriteLock(() => connection.executeQuery<Row>(query));
    } finally {
      giveBack();
    }
  }

  /** Takes the write lock at the start: taken later, it could fail halfway through the work. */
  async beginWriting(): Promise<Lent> {
    const lent = await this.#takeWriter();
    try {
      await withWriteLock(() => lent.file.run('begin immediate'));
      return lent;
    } catch (error) {
      lent.giveBack();
      throw error;
    }
  }

  async beginReading(): Promise<Lent> {
    const open = this.#idleReaders.pop() ?? (await openConnection(this.#files.openReader()));
    open.file.run('begin');
    return { ...open, giveBack: () => this.#keepReader(open) };
  }

  #opened(): { writer: Open; reader: Open } {
    if (!this.#open) throw new Error('the database is not open');
    return this.#open;
  }

  async #takeWriter(): Promise<Lent> {
    const { writer } = this.#opened();
    const before = this.#queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue = promise;
    await before;
    return { ...writer, giveBack: resolve };
  }

  #keepReader(open: Open): void {
    if (this.#idleReaders.length < IDLE_READERS) this.#idleReaders.push(open);
    else open.file.close();
  }
}
