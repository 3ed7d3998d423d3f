/** Kysely's driver for SQLite, but transactions that end in the same turn of the event loop share one commit (decision 39). */
import type Sqlite from 'better-sqlite3';
import {
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Searches } from './searches.ts';

/** What the driver needs of the connection that writes. */
export interface Writing {
  prepare(text: string): Sqlite.Statement<unknown[]>;
  close(): void;
  /** Whether a transaction is open: after some failures, such as a disk that is full, SQLite has rolled back by itself. */
  isInTransaction(): boolean;
}

/** The one connection, while it is lent to somebody. */
interface Loan extends DatabaseConnection {
  /** The transaction that is open on it; `within` is one inside of that in which others wait for their commit. */
  transaction: 'reading' | 'writing' | 'within' | undefined;
  /** Lets whoever is next have the connection. A second time it does nothing. */
  giveBack: () => void;
}

const rolledBack = 'SQLite has rolled back by itself';
const givenBack = 'the connection was given back';

/** What begins and ends a transaction inside of one that others wait in. Nobody else names a savepoint so. */
const savepoint = {
  begin: 'savepoint godown_shared_commit',
  release: 'release godown_shared_commit',
  undo: 'rollback to godown_shared_commit',
} as const;

/** Lends the connection that writes to one after another. What isn't about that, Kysely's driver does. */
export class SharedCommitDriver implements Driver {
  readonly #usual: SqliteDriver;
  readonly #writing: Writing;
  readonly #searches: Searches;
  /** Kept when all who have asked for the connection so far have given it back. */
  #returned = Promise.resolve();
  #lent: Loan | undefined;
  /** What those wait for whose transactions are done and not yet committed. */
  #commit: PromiseWithResolvers<void> | undefined;
  #isCommitDue = false;
  /** It was due while a transaction was open, so it comes when that has ended. */
  #isCommitLate = false;

  constructor(writing: Writing, searches: Searches) {
    this.#usual = new SqliteDriver({ database: writing });
    this.#writing = writing;
    this.#searches = searches;
  }

  async init(): Promise<void> {
    await this.#usual.init();
  }

  /** The connection that writes is closed last: it leaves one file behind. */
  async destroy(): Promise<void> {
    try {
      await this.#searches.close();
    } finally {
      await this.#usual.destroy();
    }
  }

  async acquireConnection(): Promise<Loan> {
    const before = this.#returned;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#returned = promise;
    await before;
    const connection = await this.#usual.acquireConnection();
    const loan: Loan = {
      transaction: undefined,
      giveBack: () => {
        if (this.#lent === loan) this.#lent = undefined;
        resolve();
      },
      executeQuery: (query) => this.#execute(loan, connection, query),
      streamQuery: () => {
        throw new Error('whole lists are read in batches, so that none keeps a transaction open');
      },
    };
    this.#lent = loan;
    return loan;
  }

  releaseConnection(loan: Loan): Promise<void> {
    loan.giveBack();
    return Promise.resolve();
  }

  /**
   * A transaction takes the write lock when it begins: taken later it could fail after half of its work. When it ends, the
   * connection is lent to the next one, so nobody has two of them on one loan.
   */
  async beginTransaction(loan: Loan, settings?: TransactionSettings): Promise<void> {
    if (this.#lent !== loan) throw new Error(givenBack);
    const reads = settings?.accessMode === 'read only';
    if (reads) this.#commitAll();
    const transaction = reads ? 'reading' : this.#commit ? 'within' : 'writing';
    this.#run({ reading: 'begin', writing: 'begin immediate', within: savepoint.begin }[transaction]);
    loan.transaction = transaction;
    await Promise.resolve();
  }

  async commitTransaction(loan: Loan): Promise<void> {
    this.#ensureOpen(loan);
    if (loan.transaction === 'reading') {
      this.#run('commit');
      this.#end(loan);
      return;
    }
    if (loan.transaction === 'within') this.#run(savepoint.release);
    this.#commit ??= Promise.withResolvers();
    const { promise } = this.#commit;
    this.#end(loan);
    await promise;
  }

  /** What is refused may be refused for what others have not yet committed, so it waits for them too. */
  async rollbackTransaction(loan: Loan): Promise<void> {
    // The commit that it shared has failed, and nothing of it is left.
    if (loan.transaction === undefined) return;
    let others: Promise<void> | undefined;
    try {
      if (this.#writing.isInTransaction()) this.#undo(loan);
      else this.#loseAll(new Error(rolledBack));
      others = this.#commit?.promise;
    } catch (error) {
      // Some of it may still be there, so nothing that it would be committed with may be.
      this.#loseAll(error);
      if (this.#writing.isInTransaction()) this.#run('rollback');
      throw error;
    } finally {
      this.#end(loan);
    }
    await others;
  }

  async savepoint(...asked: Parameters<SqliteDriver['savepoint']>): Promise<void> {
    await this.#usual.savepoint(...asked);
  }

  async rollbackToSavepoint(...asked: Parameters<SqliteDriver['rollbackToSavepoint']>): Promise<void> {
    await this.#usual.rollbackToSavepoint(...asked);
  }

  async releaseSavepoint(...asked: Parameters<SqliteDriver['releaseSavepoint']>): Promise<void> {
    await this.#usual.releaseSavepoint(...asked);
  }

  #run(text: string): void {
    this.#writing.prepare(text).run();
  }

  #ensureOpen({ transaction }: Loan): void {
    if (transaction === undefined) throw new Error(givenBack);
    if (!this.#writing.isInTransaction()) throw new Error(rolledBack);
  }

  #ensureNoneOpen(): void {
    this.#commitAll();
    if (this.#writing.isInTransaction()) throw new Error('a transaction was left open');
  }

  #undo({ transaction }: Loan): void {
    this.#run(transaction === 'within' ? savepoint.undo : 'rollback');
    if (transaction === 'within') this.#run(savepoint.release);
  }

  async #execute<Row>(loan: Loan, connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#lent !== loan) throw new Error(givenBack);
    // What is outside of a transaction may neither see what isn't committed nor be committed with it.
    if (loan.transaction === undefined) this.#ensureNoneOpen();
    else this.#ensureOpen(loan);
    try {
      return await connection.executeQuery<Row>(query);
    } catch (error) {
      if (!this.#writing.isInTransaction()) this.#loseAll(error);
      throw error;
    }
  }

  #end(loan: Loan): void {
    loan.transaction = undefined;
    if (this.#isCommitLate) this.#commitAll();
    else if (this.#commit) this.#commitSoon();
    loan.giveBack();
  }

  /** Commits when the event loop has begun all that had arrived; if a transaction is open then, when that has ended. */
  #commitSoon(): void {
    if (this.#isCommitDue) return;
    this.#isCommitDue = true;
    setImmediate(() => {
      this.#isCommitDue = false;
      this.#isCommitLate = this.#lent?.transaction !== undefined;
      if (!this.#isCommitLate) this.#commitAll();
    });
  }

  /** What waited for its commit is no longer there: SQLite has rolled back by itself. */
  #loseAll(error: unknown): void {
    this.#commit?.reject(error);
    this.#commit = undefined;
  }

  #commitAll(): void {
    const commit = this.#commit;
    this.#commit = undefined;
    this.#isCommitLate = false;
    if (!commit) return;
    try {
      this.#run('commit');
      commit.resolve();
    } catch (error) {
      commit.reject(error);
      if (this.#writing.isInTransaction()) this.#run('rollback');
    }
  }
}
