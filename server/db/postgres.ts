/** Kysely's PostgreSQL dialect, with values that come out as they do of SQLite. */
import pg from 'pg';
import { PostgresDialect } from 'kysely';
import { PooledDriver } from './postgresDriver.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
export const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** A statement that takes longer is given up by the engine, and so is a transaction in which nothing is asked for so long. */
const STATEMENT_LIMIT_MS = 10_000;
/** An engine that has said nothing by then says nothing more. */
const SILENCE_LIMIT_MS = 12_000;

/** An integer that JavaScript holds exactly; anything beyond is refused rather than rounded. */
function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The database holds ${text}, which is beyond 2^53.`);
  return value;
}

/** As SQLite stores it. The engine writes UTC (see below), so mostly the text is only put another way: parsing it takes five times as long. */
function isoTimestamp(text: string): string {
  if (!text.endsWith('+00') || text[10] !== ' ') return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
}

const types = new pg.TypeOverrides();
types.setTypeParser(INT8, exactInteger);
types.setTypeParser(DATE, (text: string) => text);
types.setTypeParser(TIMESTAMPTZ, isoTimestamp);

class GodownPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): PooledDriver {
    return new PooledDriver(this.#pool);
  }
}

const serving = [
  `-c statement_timeout=${STATEMENT_LIMIT_MS}`,
  `-c idle_in_transaction_session_timeout=${STATEMENT_LIMIT_MS}`,
];

export interface PostgresOptions {
  /** People wait for the answers, so each statement has its limit; what changes tables or reads all of them has none. */
  isServing?: boolean;
  /** How many connections at most. */
  connections?: number;
}

/** A pool for `url`. Nothing is connected until the first query. `onIdleError` hears of connections that die unused. */
export function openPostgres(
  url: string,
  onIdleError: (error: Error) => void,
  { isServing = false, connections = POOL_SIZE }: PostgresOptions = {},
): { dialect: PostgresDialect; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Dates and times are read as texts, so how they are written must not depend on how the engine was set up.
    options: ['-c timezone=UTC', '-c datestyle=ISO', ...(isServing ? serving : [])].join(' '),
    ...(isServing ? { query_timeout: SILENCE_LIMIT_MS } : {}),
  });
  pool.on('error', onIdleError);
  // A connection that dies while a transaction holds it fails that transaction's next query; unheard, it would also end
  // the whole process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { dialect: new GodownPostgresDialect(pool), pool };
}
