/** Several sites on one PostgreSQL: a schema for each, and mostly a role. */
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { supplierFields } from '#test/factories.ts';
import { buildTestApp, placeOfTest, type TestApp, type TestDatabase } from '#test/buildTestApp.ts';
import { onPostgres, openTestDatabase } from '#test/testDatabases.ts';
import { readGuide } from '../../../../torture/postgres/guide.ts';
import { readConfig } from '../../config.ts';
import { verifyLedger } from '../../../stock/ledger/verify.ts';
import { openStore, type Store } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { findRecordTables } from '../rowCounts.ts';

/** Runs statements in a database as its administrator; returns the rows of the last. */
const asAdministrator = async (database: TestDatabase, ...statements: string[]) =>
  await onPostgres<Record<string, unknown>>(database.environment['DATABASE_URL'] ?? '', ...statements);

/** The same place with a changed address. */
function withAddress(place: TestDatabase, change: (url: URL) => void): TestDatabase {
  const url = new URL(place.environment['DATABASE_URL'] ?? '');
  change(url);
  return { ...place, environment: { ...place.environment, DATABASE_URL: url.href } };
}

const guide = await readGuide('docs/how-to/several-sites.md');

/** The statements of a block of the guide, which calls the site site_a, for a site of another name. */
const statementsFor = (block: string, site: string) =>
  guide(block)
    .replaceAll('site_a', site)
    .split(';')
    .filter((statement) => statement.trim() !== '');

/** A role of the test, with a schema of its name that its search path alone names. */
async function makeSite(database: TestDatabase, name: string): Promise<TestDatabase> {
  const { pathname } = new URL(database.environment['DATABASE_URL'] ?? '');
  const role = `${pathname.slice(1)}_${name}`;
  await asAdministrator(database, ...statementsFor('schema', role));
  onTestFinished(async () => {
    await asAdministrator(database, `drop owned by ${role} cascade`, `drop role ${role}`);
  });
  return withAddress(database, (url) => {
    url.username = role;
  });
}

/** The administrator's address with settings for the session. */
const withOptions = (database: TestDatabase, options: string) =>
  withAddress(database, (url) => url.searchParams.set('options', options));

function openSite(place: TestDatabase, isServing = false): Store {
  const store = openStore(readConfig(place.environment), () => undefined, { isServing });
  onTestFinished(() => store.db.destroy());
  return store;
}

async function migrated(place: TestDatabase): Promise<Store> {
  const store = openSite(place);
  await migrate(store);
  return store;
}

async function settingsOf({ db }: Store, names: readonly string[]): Promise<string[]> {
  const settings = names.map((name) => sql`current_setting(${name})`);
  const { rows } = await sql<{ all: string[] }>`select array[${sql.join(settings)}] as all`.execute(db);
  return rows[0]?.all ?? [];
}

const relied = [
  'timezone',
  'datestyle',
  'default_transaction_isolation',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
];

describe('settings of a connection', () => {
  test('from the address are used beside those of Godown', async () => {
    const store = openSite(withOptions(await placeOfTest(), '-c work_mem=5MB -csearch_path=site_a --jit=off'), true);
    expect(await settingsOf(store, ['work_mem', 'search_path', 'jit', ...relied])).toEqual(
      ['5MB', 'site_a', 'off'].concat(['UTC', 'ISO, MDY', 'read committed', '10s', '10s']),
    );
  });

  test('for the planner are those of Godown unless somebody chose others', async () => {
    const planner = ['jit', 'join_collapse_limit', 'from_collapse_limit', 'random_page_cost'];
    expect(await settingsOf(openSite(await placeOfTest(), true), planner)).toEqual(['off', '12', '12', '1.1']);
    const chosen = openSite(withOptions(await placeOfTest(), '-c jit=on -c join_collapse_limit=5'), true);
    expect(await settingsOf(chosen, planner)).toEqual(['on', '5', '12', '1.1']);
  });

  test('from Godown override those of a role', async () => {
    const database = await placeOfTest();
    const site = await makeSite(database, 'a');
    const role = new URL(site.environment['DATABASE_URL'] ?? '').username;
    const others = ["timezone = 'Asia/Kolkata'", "datestyle = 'German'", "statement_timeout = '200ms'"].concat(
      "idle_in_transaction_session_timeout = '1ms'",
      "default_transaction_isolation = 'serializable'",
    );
    await asAdministrator(database, ...others.map((setting) => `alter role ${role} set ${setting}`));
    const served = ['UTC', 'ISO, DMY', 'read committed', '10s', '10s'];
    expect(await settingsOf(openSite(site, true), relied)).toEqual(served);
    // Migrations and full reads take as long as they need.
    expect(await settingsOf(openSite(site), relied)).toEqual([...served.slice(0, 3), '0', '0']);
  });
});

/** Registers the first administrator with sample data, and signs in. */
async function openOffice(app: TestApp) {
  const email = 'first@example.in';
  const password = 'a good long one';
  const person = { fullName: 'Asha Rao', email, phone: '9876543210', userRole: 'admin', password };
  const made = await app.anyone('POST', '/Auth/register', { ...person, loadSampleData: true });
  expect(made.status, made.text).toBe(201);
  const signIn = { userName: email, userPassword: password };
  return app.withToken((await app.anyone('POST', '/Auth/checkUserAuthentication', signIn)).json.token);
}

test('two sites in one database see only their own records, totals and search results', async () => {
  const database = await placeOfTest();
  await asAdministrator(database, 'create schema tools', 'create extension pg_trgm schema tools');
  const ofA = await makeSite(database, 'a');
  await asAdministrator(database, 'grant usage on schema tools to public', 'create schema site_b');
  // The second one sees the tables of the first, as an administrator does.
  const ofB = withOptions(database, '-c search_path=site_b');
  const a = await buildTestApp({}, { at: ofA });
  const b = await buildTestApp({}, { at: ofB });
  const [inA, inB] = [await openOffice(a), await openOffice(b)];
  const lists = ['/suppliers', '/materials', '/lots', '/Production', '/dispatches', '/activity'];
  const totals = async (call: typeof inA) =>
    await Promise.all(
      lists.map(async (path) => Number((await call('GET', `${path}?page=1`)).headers['x-total-count'])),
    );
  const before = await totals(inA);
  expect(before[0]).toBe(12);
  expect(await totals(inB)).toEqual(before);

  const { status, text } = await inB('POST', '/suppliers', supplierFields({ name: 'Of the second site alone' }));
  expect(status, text).toBe(201);
  expect((await inB('GET', '/suppliers?search=second')).json).toHaveLength(1);
  expect((await inA('GET', '/suppliers?search=second')).json).toEqual([]);
  expect(await totals(inA)).toEqual(before);
  expect((await totals(inB))[0]).toBe(13);

  await asAdministrator(database, 'create table site_b.later (created_at timestamptz, deleted_at timestamptz)');
  expect(await findRecordTables(a.store.db)).toEqual(
    (await findRecordTables(b.store.db)).filter((name) => name !== 'later'),
  );
  await asAdministrator(database, 'drop table site_b.later');
  const verifications = [await verifyLedger(a.store.db), await verifyLedger(b.store.db)];
  expect(verifications[0]?.differences).toEqual([]);
  expect(verifications[1]).toEqual(verifications[0]);
});

describe('the first start of a site', () => {
  test('waits for its own other servers, not for another site', async () => {
    const database = await placeOfTest();
    await asAdministrator(database, ...statementsFor('extension', ''));
    const [first, second] = [openSite(await makeSite(database, 'a')), openSite(await makeSite(database, 'b'))];
    const { adapter } = first.db.getExecutor();
    const lock = { lockTable: '', lockRowId: '' };
    await first.db.connection().execute(async (db) => {
      await adapter.acquireMigrationLock(db, lock);
      await migrate(second);
      const waiting = migrate(first);
      const isWaiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await asAdministrator(database, isWaiting)).length).toBe(1);
      await adapter.releaseMigrationLock(db, lock);
      await waiting;
    });
  });

  test('is not hindered by another site that starts at once, and the extension is in the schema public', async () => {
    const database = await placeOfTest();
    const name = new URL(database.environment['DATABASE_URL'] ?? '').pathname.slice(1);
    const sites = [await makeSite(database, 'a'), await makeSite(database, 'b')];
    await asAdministrator(database, `grant create on database ${name} to public`);
    await Promise.all(sites.map(migrated));
    const [found] = await asAdministrator(
      database,
      `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'`,
    );
    expect(found).toEqual({ schema: 'public' });
  });

  test('without pg_trgm and the right to create it ends with a sentence that says what to do', async () => {
    const database = await placeOfTest();
    const site = await makeSite(database, 'a');
    await expect(migrated(site)).rejects.toThrow(
      /pg_trgm.*permission denied.*: CREATE EXTENSION pg_trgm SCHEMA public$/,
    );
    await asAdministrator(database, 'CREATE EXTENSION pg_trgm SCHEMA public');
    await migrated(site);
  });

  test('in a database of its own needs no right beyond its role', async () => {
    const administrators = await placeOfTest();
    const name = `${new URL(administrators.environment['DATABASE_URL'] ?? '').pathname.slice(1)}_own`;
    await asAdministrator(administrators, ...statementsFor('database', name));
    const site = withAddress(administrators, (url) => {
      url.username = name;
      url.pathname = `/${name}`;
    });
    try {
      const { db } = await openTestDatabase(site);
      await db.destroy();
    } finally {
      await asAdministrator(administrators, `drop database ${name}`, `drop role ${name}`);
    }
  });

  test('without its schema, or on a path to another Godown, ends with a sentence', async () => {
    const database = await placeOfTest();
    await migrated(database);
    await expect(migrated(withOptions(database, '-c search_path=nowhere'))).rejects.toThrow(
      /none of the schemas of its search_path \(nowhere\) is there/,
    );
    await asAdministrator(database, 'create schema site_b');
    await expect(migrated(withOptions(database, '-c search_path=site_b,public'))).rejects.toThrow(
      /leads to the schema site_b and to another Godown, in public/,
    );
    await migrated(withOptions(database, '-c search_path=site_b'));
    await expect(migrated(withOptions(database, '-c search_path=public,site_b'))).rejects.toThrow(/in site_b/);
    await migrated(database);
  });
});
