/** Kysely's driver for PostgreSQL, with recurring statements prepared once per connection. */
import {
  AbortedTransactionError,
  CompiledQuery,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { isTransient, isUnavailable, UnknownOutcomeError } from '../faults.ts';
import { retrying } from '../retrying.ts';
import { statementName } from '../statements.ts';

/** Commands that report how many rows they changed. */
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Statements that are compiled once are also prepared once per connection. */
function configOf(query: CompiledQuery): pg.QueryConfig {
  const { sql: text, parameters } = query;
  const name = statementName(query);
  const config = parameters.length === 0 ? { text } : { text, values: [...parameters] };
  return name === undefined ? config : { ...config, name };
}

/**
 * A connection that has prepared so many statements is replaced: PostgreSQL stores each until the connection ends, and
 * the filters of lists and the numbers of lines make ever new ones.
 */
const MAX_PREPARED = 400;

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  /** The names of the statements that the client has prepared. */
  readonly #prepared: Set<string>;
  #isBroken = false;
  #isInTransaction = false;

  constructor(client: pg.PoolClient, prepared: Set<string>) {
    this.#client = client;
    this.#prepared = prepared;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // A read during a migration can be the victim of a deadlock. A transaction is retried as a whole.
    return this.#isInTransaction
      ? await this.#execute<Row>(query)
      : await retrying(async () => await this.#execute<Row>(query));
  }

  /** Marks that the following statements belong to a transaction. */
  begun(): void {
    this.#isInTransaction = true;
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const text = query.sql;
    const { command, rowCount, rows } = await this.#ask(query);
    // PostgreSQL answers ROLLBACK to a commit after a failed statement.
    if (text === 'commit' && command === 'ROLLBACK') throw new AbortedTransactionError();
    return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  async #ask(query: CompiledQuery): Promise<pg.QueryResult> {
    const text = query.sql;
    try {
      const config = configOf(query);
      if (config.name !== undefined) this.#prepared.add(config.name);
      return await this.#client.query(config);
    } catch (error) {
      // Any error but the engine's own: the statement may still be running, or the connection lost.
      if (!(error instanceof pg.DatabaseError)) this.#isBroken = true;
      if (text === 'commit' && (this.#isBroken || isUnavailable(error)) && !isTransient(error))
        throw new UnknownOutcomeError(error);
      throw error;
    }
  }

  /** Rolls back. If that fails the connection is not reused; if it is broken, closing it rolls back. */
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
    this.#client.release(this.#isBroken || this.#prepared.size >= MAX_PREPARED);
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('whole lists are read in batches, so that no cursor keeps a transaction open');
  }
}

/** Lends the connections of a pool. Kysely's driver does the rest. */
export class PooledDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #usual: PostgresDriver;
  readonly #prepared = new WeakMap<pg.PoolClient, Set<string>>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#usual = new PostgresDriver({ pool });
  }

  async init(): Promise<void> {
    await this.#usual.init();
  }

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#pool.connect();
    const prepared = this.#prepared.get(client) ?? new Set();
    this.#prepared.set(client, prepared);
    return new PostgresConnection(client, prepared);
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

  async savepoint(...args: Parameters<PostgresDriver['savepoint']>): Promise<void> {
    await this.#usual.savepoint(...args);
  }

  async rollbackToSavepoint(...args: Parameters<PostgresDriver['rollbackToSavepoint']>): Promise<void> {
    await this.#usual.rollbackToSavepoint(...args);
  }

  async releaseSavepoint(...args: Parameters<PostgresDriver['releaseSavepoint']>): Promise<void> {
    await this.#usual.releaseSavepoint(...args);
  }

  releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.#usual.destroy();
  }
}
