/** The database after `npm run seed`, and the command's output. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeTestDatabase, onPostgres, openTestDatabase, type TestDatabase } from '#test/buildTestApp.ts';
import { runScript } from '#test/runScript.ts';
import { isPassword } from '#server/core/auth/passwords.ts';
import type { Store } from '#server/core/db/connect.ts';
import { verifyLedger } from '#server/stock/ledger/verify.ts';
import { findActiveUser, needsFirstAdministrator } from '#server/core/auth/accounts.ts';
import { seedDatabase } from './seed.ts';

const small = { materials: 8, suppliers: 3, inwardLines: 40, productions: 120, runs: 0, goods: 30, users: 0, seed: 7 };
const smallArguments = [
  '--materials=8',
  '--suppliers=3',
  '--inward-lines=20',
  '--productions=40',
  '--runs=0',
  '--goods=5',
];

const opened: { place: TestDatabase; store: Store }[] = [];

async function openEmpty(): Promise<{ place: TestDatabase; store: Store }> {
  const place = await makeTestDatabase();
  const both = { place, store: await openTestDatabase(place) };
  opened.push(both);
  return both;
}

const store = await seeded();

afterAll(async () => {
  for (const each of opened) {
    await each.store.db.destroy();
    await each.place.remove();
  }
});

async function seeded(over: Partial<typeof small> = {}): Promise<Store> {
  const { store: empty } = await openEmpty();
  const progress: number[] = [];
  const onProgress = (done: number, total: number) => progress.push(done / total);
  await seedDatabase(empty.db, { ...small, ...over, timeZone: 'Asia/Kolkata', passwordHash: '-', onProgress });
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
  expect((await verifyLedger(empty.db)).differences).toEqual([]);
  return empty;
}

/** All stored rows, including bills; not the key, which each installation makes again. */
async function contentOf({ db }: Store): Promise<object> {
  const content: Record<string, unknown> = {};
  for (const { name, columns } of await db.introspection.getTables()) {
    if (name === 'signing_key') continue;
    // Indexes of words and totals are made of the rest; totals by whichever connection wrote.
    if (name.includes('_words') || columns.some((column) => column.name === 'writer')) continue;
    content[name] = (await sql`select * from ${sql.table(name)} order by 1`.execute(db)).rows;
  }
  expect(Object.keys(content)).toEqual(expect.arrayContaining(['bill', 'lot', 'movement', 'audit_event']));
  return content;
}

const runSeed = (environment: Record<string, string>, ...args: string[]) =>
  runScript('scripts/seed.ts', environment, args);

async function countOf({ db }: Store, table: 'production' | 'lot' | 'finished_good' | 'raw_material'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

async function distinct({ db }: Store, table: string, column: string): Promise<unknown[]> {
  const { rows } = await sql<{ value: unknown }>`
    select distinct ${sql.ref(column)} as value from ${sql.table(table)} order by 1`.execute(db);
  return rows.map(({ value }) => value);
}

test('the same seed creates the same data to the last bill, and another seed other data', async () => {
  const first = await contentOf(store);
  expect(await contentOf(await seeded())).toEqual(first);
  expect(await contentOf(await seeded({ seed: 8 }))).not.toEqual(first);
});

test('the requested amount of data is created, over years, in every state, and each document has its event', async () => {
  expect(await countOf(store, 'raw_material')).toBe(8);
  expect(await countOf(store, 'lot')).toBe(40 + 30);
  expect(await countOf(store, 'production')).toBe(120);
  expect(await countOf(store, 'finished_good')).toBe(30);
  const years = (await distinct(store, 'production', 'production_date')).map((day) => String(day).slice(0, 4));
  expect(new Set(years).size).toBeGreaterThanOrEqual(5);
  expect(await distinct(store, 'production', 'status')).toEqual(['completed', 'in_progress']);
  expect(await distinct(store, 'finished_good', 'status')).toEqual(['available', 'expired']);
  expect(await distinct(store, 'inward', 'status')).toContain('paid');
  const { rows } = await sql`
    select p.id from production p where not exists (
      select 1 from audit_event e where e.resource = 'production' and e.record_id = p.id)`.execute(store.db);
  expect(rows).toEqual([]);
});

test('runs produce three levels of products, whose batches are dispatched, returned, counted and written off', async () => {
  const { db } = await seeded({ runs: 400, inwardLines: 200 });
  const { rows: levels } = await sql<{ made: string; runs: number }>`
    select p.unit as made, count(distinct g.run_id) as runs from finished_good g join product p on p.id = g.product_id
    where g.run_id is not null group by p.unit order by p.unit`.execute(db);
  expect(levels.map(({ made }) => made)).toEqual(['box', 'jar', 'kg']);
  expect(levels.reduce((sum, { runs }) => sum + runs, 0)).toBe(400);
  const { rows: kinds } = await sql<{ kind: string }>`select distinct kind from movement order by kind`.execute(db);
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['consumed', 'dispatched', 'lost', 'opening', 'produced', 'returnedByBuyer', 'wasted']),
  );
  const { rows: salted } = await sql<{ runs: number }>`
    select count(distinct v.document_id) as runs from movement v join lot l on l.id = v.lot_id
    where l.origin = 'opening' and v.kind = 'consumed'`.execute(db);
  expect(salted[0]?.runs).toBe(levels.find(({ made }) => made === 'kg')?.runs);
});

test('every lot is used up before a younger one of its material is used', async () => {
  const { rows } = await sql`
    select younger.id from lot younger join lot older on older.item_id = younger.item_id
      and (older.received_on, older.id) < (younger.received_on, younger.id)
    where younger.consumed > 0 and older.on_hand > 0`.execute(store.db);
  expect(rows).toEqual([]);
});

test('without users there is no account, so the first visitor still becomes the administrator', async () => {
  const { db } = store;
  expect(await needsFirstAdministrator(db)).toBe(true);
  expect(await db.selectFrom('app_user').select('id').where('deleted_at', 'is', null).execute()).toEqual([]);
  const [recorder] = await db.selectFrom('app_user').select(['full_name', 'status', 'password_hash']).execute();
  expect(recorder).toEqual({ full_name: 'Seed 7', status: 0, password_hash: '-' });
});

test('the command fills a database, prints the accounts, refuses one that is not empty, and adds on request', async () => {
  const { place, store: filledStore } = await openEmpty();
  const filled = await runSeed(place.environment, ...smallArguments, '--users=2');
  expect(filled).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\d+ %, about \d+ s left\n(.*\n)*100 %/) });
  const [, address = '', password = ''] = /Sign in as (\S+) .* password (\S+)/.exec(filled.stdout) ?? [];
  const found = await findActiveUser(filledStore.db, address);
  expect(found?.user.userRole).toBe('admin');
  expect(await isPassword(password, found?.passwordHash)).toBe(true);
  expect(await needsFirstAdministrator(filledStore.db)).toBe(false);

  const refused = await runSeed(place.environment, ...smallArguments);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^This database isn't empty: it has rows in app_user, .* --append\.\n$/);
  expect(await countOf(filledStore, 'production')).toBe(40);

  const added = await runSeed(place.environment, ...smallArguments, '--users=2', '--append');
  expect(added).toMatchObject({ code: 0 });
  expect(await countOf(filledStore, 'production')).toBe(80);
  expect((await verifyLedger(filledStore.db)).differences).toEqual([]);
});

// These end before a database is opened.
if (!onPostgres) {
  test.each([
    [['--productions', 'many'], '--productions must be a whole number from 0, not "many".'],
    [['--materials', '0'], 'Inward lines need at least one material and one supplier.'],
    [['--runs=5', '--inward-lines=0', '--productions=0'], 'Runs need at least one inward line.'],
    [['--inward-lines', '1'], 'Ask for at least one inward line for every 1000 productions, which take from them.'],
    [['--sheep', '3'], "Unknown option '--sheep'. npm run seed -- --help tells the options."],
  ])('%j is refused with a sentence, and nothing is created', async (args, sentence) => {
    const nowhere = join(tmpdir(), `godown-${randomUUID()}`);
    const refused = await runSeed({ DATA_DIR: nowhere }, ...args);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
    expect(existsSync(nowhere)).toBe(false);
  });

  test('--help names every option', async () => {
    const { code, stdout } = await runSeed({}, '--help');
    expect(code).toBe(0);
    for (const option of [
      'materials',
      'suppliers',
      'inward-lines',
      'productions',
      'runs',
      'goods',
      'users',
      'seed',
      'append',
    ]) {
      expect(stdout).toContain(`--${option}`);
    }
  });
}
