/** Kysely's PostgreSQL dialect, with values of the same types as from SQLite. */
import pg from 'pg';
import { PostgresDialect } from 'kysely';
import { OwnSchemaAdapter, OwnSchemaIntrospector } from './ownSchema.ts';
import { PooledDriver } from './postgresDriver.ts';
import { setSession } from './sessionSettings.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
export const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** Timeout of the settings of a new connection. */
const SETTINGS_LIMIT_MS = 3000;
/** Timeout for an engine that doesn't respond. */
const SILENCE_LIMIT_MS = 12_000;

/**
 * A timestamp in the form of SQLite. The engine writes UTC (see below), so mostly the text is rearranged: parsing takes
 * five times as long.
 */
function isoTimestamp(text: string): string {
  if (!text.endsWith('+00') || text[10] !== ' ') return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
}

const types = new pg.TypeOverrides();
// Same as SQLite's driver. Stored values are below 2^53 by CHECK constraints; larger sums are rounded.
types.setTypeParser(INT8, Number);
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

  override createAdapter(): OwnSchemaAdapter {
    return new OwnSchemaAdapter();
  }

  override createIntrospector(
    ...args: Parameters<PostgresDialect['createIntrospector']>
  ): ReturnType<PostgresDialect['createIntrospector']> {
    return new OwnSchemaIntrospector(...args);
  }
}

export interface PostgresOptions {
  /** Whether statements have timeouts, as for requests; migrations and full reads have none. */
  isServing?: boolean;
  /** The maximum number of connections. */
  connections?: number;
}

/** A pool for `url`; it connects at the first query. `onIdleError` is called for errors of idle connections. */
export function openPostgres(
  url: string,
  onIdleError: (error: Error) => void,
  { isServing = false, connections = POOL_SIZE }: PostgresOptions = {},
): { dialect: PostgresDialect; pool: pg.Pool } {
  const settings = { text: setSession(isServing), query_timeout: SETTINGS_LIMIT_MS };
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Each new connection, before it is lent.
    verify: (client, done) => client.query(settings, (error) => done(error)),
    ...(isServing ? { query_timeout: SILENCE_LIMIT_MS } : {}),
  });
  pool.on('error', onIdleError);
  // The next query of the transaction fails when its connection dies; without a listener the event would also end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { dialect: new GodownPostgresDialect(pool), pool };
}
