/** Kysely's driver for PostgreSQL, but statements that come again and again are prepared once on each connection. */
import {
  AbortedTransactionError,
  CompiledQuery,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { isPassing, isUnavailable, UnknownOutcome } from './faults.ts';
import { retrying } from './retrying.ts';
import { StatementNames } from './statementNames.ts';

/** Commands that change rows and tell how many. */
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #isBroken = false;
  #isInTransaction = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Whoever reads while the tables are changed can be what the engine gives up in a deadlock. A transaction is run again as a whole.
    return this.#isInTransaction
      ? await this.#execute<Row>(query)
      : await retrying(async () => await this.#execute<Row>(query));
  }

  /** What is executed from now on belongs to a transaction. */
  begun(): void {
    this.#isInTransaction = true;
  }

  async #execute<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#ask(text, parameters);
    // It says so where a statement had failed before and the transaction could only be undone.
    if (text === 'commit' && command === 'ROLLBACK') throw new AbortedTransactionError();
    return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  async #ask(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(this.#asked(text, parameters));
    } catch (error) {
      // Anything but what the engine itself says of a statement: it may still be busy with it, or be gone.
      if (!(error instanceof pg.DatabaseError)) this.#isBroken = true;
      if (text === 'commit' && (this.#isBroken || isUnavailable(error)) && !isPassing(error))
        throw new UnknownOutcome(error);
      throw error;
    }
  }

  /** Without values it goes the shortest way: those are rare, or only begin and end a transaction. */
  #asked(text: string, parameters: readonly unknown[]): pg.QueryConfig {
    if (parameters.length === 0) return { text };
    const name = this.#names.nameOf(text);
    const values = [...parameters];
    return name === undefined ? { text, values } : { text, values, name };
  }

  /** Undoes the transaction. Where that fails, nobody gets this connection again; where it can't be asked for, closing it does the same. */
  async rollback(): Promise<void> {
    if (this.#isBroken) return;
    try {
      await this.#client.query('rollback');
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('whole lists are read in batches, so that no cursor keeps a transaction open');
  }
}

/** Lends the connections of a pool. What isn't about its own kind of connections, Kysely's driver does. */
export class PooledDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #usual: PostgresDriver;
  readonly #names = new StatementNames();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#usual = new PostgresDriver({ pool });
  }

  async init(): Promise<void> {
    await this.#usual.init();
  }

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect(), this.#names);
  }

  async beginTransaction(
    connection: PostgresConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    connection.begun();
    await this.#usual.beginTransaction(connection, settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async savepoint(...asked: Parameters<PostgresDriver['savepoint']>): Promise<void> {
    await this.#usual.savepoint(...asked);
  }

  async rollbackToSavepoint(...asked: Parameters<PostgresDriver['rollbackToSavepoint']>): Promise<void> {
    await this.#usual.rollbackToSavepoint(...asked);
  }

  async releaseSavepoint(...asked: Parameters<PostgresDriver['releaseSavepoint']>): Promise<void> {
    await this.#usual.releaseSavepoint(...asked);
  }

  releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.#usual.destroy();
  }
}
