/** Empty databases for tests and attacks: a folder each, or a database each of a running PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#server/core/config.ts';
import { databaseFile, openStore, type Store } from '#server/core/db/connect.ts';
import { migrate } from '#server/core/db/migrate.ts';

export interface TestDatabase {
  /** The environment that makes a server use this database. */
  environment: Record<string, string>;
  dataDir: string;
  remove(): Promise<void>;
}

/** Runs statements on a database of PostgreSQL; answers the rows of the last. */
export async function onPostgres<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // Attacks end connections on purpose.
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** The PostgreSQL of the test run, where the run is on PostgreSQL. */
function ofTestRun(): string | undefined {
  return process.env['TEST_ENGINE'] === 'postgres' ? process.env['TEST_POSTGRES_URL'] : undefined;
}

/**
 * An empty database of its own: one of the PostgreSQL whose administrator's database is at `postgresUrl`, by default that
 * of the test run, else SQLite in a folder.
 */
export async function makeTestDatabase(
  postgresUrl: string | undefined = ofTestRun(),
  template = 'template1',
): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'godown test '));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (postgresUrl === undefined) {
    return { environment: { DATA_DIR: dataDir }, dataDir, remove: () => Promise.resolve(removeFolder()) };
  }
  const name = `godown_${randomBytes(6).toString('hex')}`;
  // Its files are copied: half the work of going through the log.
  await onPostgres(postgresUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return {
    environment: { DATA_DIR: dataDir, DATABASE_URL: url.href },
    dataDir,
    async remove() {
      removeFolder();
      await onPostgres(postgresUrl, `drop database ${name} with (force)`);
    },
  };
}

/** The PostgreSQL database that those of tests are copies of. */
const POSTGRES_TEMPLATE = 'godown_template';

/** Makes it, once in each PostgreSQL, before the first copy. */
export async function makePostgresTemplate(postgresUrl: string): Promise<void> {
  await onPostgres(postgresUrl, `create database ${POSTGRES_TEMPLATE}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${POSTGRES_TEMPLATE}`;
  const store = await openTestDatabase({ environment: { DATABASE_URL: url.href } });
  await store.db.destroy();
}

let sqliteTemplate: Promise<string> | undefined;

async function makeSqliteTemplate(): Promise<string> {
  const place = await makeTestDatabase();
  process.once('exit', () => rmSync(place.dataDir, { recursive: true, force: true }));
  const store = await openTestDatabase(place);
  await store.db.destroy();
  return databaseFile(place);
}

/** Copies the SQLite file with all tables and no records into a data folder. */
export async function copySqliteTemplate(place: Pick<TestDatabase, 'dataDir'>): Promise<void> {
  sqliteTemplate ??= makeSqliteTemplate();
  copyFileSync(await sqliteTemplate, databaseFile(place));
}

/**
 * A database with all tables and no records, as after a first start: a copy, since making them takes as long as many a
 * test.
 */
export async function makeMigratedDatabase(postgresUrl: string | undefined = ofTestRun()): Promise<TestDatabase> {
  if (postgresUrl !== undefined) return await makeTestDatabase(postgresUrl, POSTGRES_TEMPLATE);
  const place = await makeTestDatabase();
  await copySqliteTemplate(place);
  return place;
}

/** Opens and migrates the database of a place. */
export async function openTestDatabase(
  place: Pick<TestDatabase, 'environment'> & Partial<TestDatabase>,
  environment: Record<string, string> = {},
): Promise<Store> {
  const store = openStore(readConfig({ ...place.environment, ...environment }), () => undefined);
  await migrate(store);
  return store;
}
