/**
 * How the engine finds what a request asks for, on a database with some rows in it: by an index, never by reading a whole
 * table or sorting it. A list that does that is quick on the day it is written and slow after some years.
 */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';

let heard: string[] = [];
let app: TestApp;
let admin: Caller;

const at = sql`'2026-11-20T06:30:00.000Z'`;

/** Inserts so many rows, by their numbers n. Nothing but their number matters here, so they don't go through the ledger. */
async function fill(rows: number, insert: ReturnType<typeof sql>, values: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into ${insert}
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(rows)})
    select ${values} from numbers`.execute(app.store.db);
}

beforeAll(async () => {
  app = await buildTestApp({}, { onStatement: (text) => heard.push(text) });
  admin = await app.as('admin');
  const { store } = app;
  const day = (n: ReturnType<typeof sql>) =>
    store.engine === 'sqlite' ? sql`date('2015-01-01', (${n}) || ' days')` : sql`date '2015-01-01' + (${n})::int`;
  const party = sql`(name, email, gstin_number, phone, address, status, created_at, updated_at)`;
  const business = sql`'Growers of ' || (n * 7919 % 100003), '', '', '9876543210', '', 1, ${at}, ${at}`;
  await fill(5000, sql`supplier ${party}`, business);
  await fill(5000, sql`buyer ${party}`, business);
  await fill(
    500,
    sql`category (name, description, status, created_at, updated_at)`,
    sql`'Kind ' || n, '', 1, ${at}, ${at}`,
  );
  await fill(
    5000,
    sql`raw_material (name, description, unit, created_at, updated_at)`,
    sql`'Leaf ' || (n * 7919 % 100003), '', 'kg', ${at}, ${at}`,
  );
  await sql`
    insert into balance (raw_material_id, received, consumed, version) select id, 9, 1, 0 from raw_material`.execute(
    store.db,
  );
  await fill(
    5000,
    sql`product (name, description, category_id, price, unit, created_at, updated_at)`,
    sql`'Jar ' || (n * 7919 % 100003), '', n % 500 + 1, 100, 'jar', ${at}, ${at}`,
  );
  await fill(
    20_000,
    sql`finished_good (product_id, batch_number, batch_key, batch_order, quantity, status, created_at, updated_at)`,
    sql`n % 5000 + 1, 'B-' || n, 'b-' || n, 'b-' || n, 5, 'available', ${at}, ${at}`,
  );
  await fill(
    10_000,
    sql`inward (supplier_id, invoice_number, inward_date, status, sub_total, total_gst, grand_total, created_at, updated_at)`,
    sql`n % 5000 + 1, 'INV ' || n, ${day(sql`n % 3000`)}, 'paid', 0, 0, 0, ${at}, ${at}`,
  );
  await fill(
    10_000,
    sql`lot (raw_material_id, received_on, received, consumed)`,
    sql`n % 5000 + 1, ${day(sql`n % 3000`)}, 9, 1`,
  );
  await fill(
    10_000,
    sql`inward_line (lot_id, inward_id, raw_material_id, position, quantity, price_per_unit, total_amount)`,
    sql`n, n, n % 5000 + 1, 0, 9, 0, 0`,
  );
  await fill(
    40_000,
    sql`production (raw_material_id, quantity, production_date, status, created_at, updated_at)`,
    sql`n % 5000 + 1, 1, ${day(sql`n % 3000`)}, 'completed', ${at}, ${at}`,
  );
  await fill(
    500,
    sql`app_user (full_name, email, email_key, phone, role, status, password_hash, created_at, updated_at)`,
    sql`'Person', 'p' || n, 'p' || n, '9876543210', 'user', 1, '-', ${at}, ${at}`,
  );
  await fill(
    20_000,
    sql`movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, recorded_at, recorded_by)`,
    sql`n % 10000 + 1, 'consumed', -1, ${day(sql`n % 3000`)}, 'production', n, ${at}, 1`,
  );
  await fill(2000, sql`session (token_hash, user_id, created_at, expires_at)`, sql`'token ' || n, 1, ${at}, ${at}`);
  await sql`analyze`.execute(store.db);
});

/** How the engine would carry out a statement, a step a line, whatever its values. */
async function planOf(statement: string): Promise<string[]> {
  const { db, engine } = app.store;
  if (engine === 'postgres') {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (generic_plan, costs off) ${sql.raw(statement)}`.execute(db);
    return rows.map((row) => row['QUERY PLAN']);
  }
  const parts = statement.split('+?').map((part) => sql.raw(part));
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.join(parts, sql`${null}`)}`.execute(db);
  return rows.map((row) => row.detail);
}

const tables =
  'app_user|u|session|supplier|s|buyer|raw_material|m|product|finished_good|inward|i|inward_line|n|lot|l|balance|b|production|p|movement';
// SQLite walks a table in the order of its ids by a "scan": that is right for a page, which ends after some rows.
const wholeTable = new RegExp(`^SCAN (${tables})$|Seq Scan on (${tables})\\b`);
const sorting = /TEMP B-TREE FOR ORDER BY|(^|> )Sort$/;
// Days are sorted, but there are few of them however many productions there are.
const ofDays = 'from production_day group by';

/** The steps of a request's statements that read a whole table or sort what they read. */
async function slowSteps(path: string): Promise<string[]> {
  heard = [];
  const { status, text } = await admin('GET', path);
  expect(status, text).toBe(200);
  const slow: string[] = [];
  for (const statement of heard.filter((each) => each.includes('select'))) {
    const isPage = statement.includes(' limit ');
    const inIdOrder = app.store.engine === 'sqlite' && isPage;
    const steps = (await planOf(statement)).filter(
      (step) => (isPage && !statement.includes(ofDays) && sorting.test(step)) || (!inIdOrder && wholeTable.test(step)),
    );
    slow.push(...steps.map((step) => `${step}: ${statement}`));
  }
  return slow;
}

const paths = [
  '/suppliers',
  '/buyers',
  '/materials',
  '/products',
  '/inward',
  '/inward/get-all-with-rawmaterials',
  '/Production',
  '/Production/get-rawmaterial-stock',
  '/Production/report',
  '/Production/report/days',
  '/goods',
];

test.each(paths)('a page of %s, and one far behind it, is found by an index and in its order', async (path) => {
  expect(await slowSteps(`${path}?page=1&pageSize=15`)).toEqual([]);
  expect(await slowSteps(`${path}?page=100&pageSize=15`)).toEqual([]);
});

test.each(['/suppliers', '/buyers', '/materials', '/products', '/Categories'])(
  'what a pick list asks of %s goes by name without sorting',
  async (path) => {
    expect(await slowSteps(`${path}?page=1&pageSize=50&sort=name&order=asc`)).toEqual([]);
  },
);

test.each([
  '/suppliers/5',
  '/materials/6',
  '/inward/7',
  '/Production/8',
  '/goods/9',
  '/Production/get-rawmaterial-stock/3',
])('one record, %s, is found by its id', async (path) => {
  expect(await slowSteps(path)).toEqual([]);
});

test.each(['supplier', 'buyer', 'raw_material', 'product'])(
  'a search in %s goes by its index of words',
  async (table) => {
    const { db, engine } = app.store;
    const like = sql`explain (costs off) select id from ${sql.table(table)} where lower(name) like '%7919%'`;
    const match = sql`
    explain query plan select id from ${sql.table(table)}
    where id in (select rowid from ${sql.table(`${table}_words`)} where ${sql.table(`${table}_words`)} match '"7919"')`;
    const { rows } = await db.transaction().execute(async (trx) => {
      // Of so few rows PostgreSQL would rather read all: what counts is that it can use the index.
      if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
      return await (engine === 'postgres' ? like : match).execute(trx);
    });
    const plan = JSON.stringify(rows);
    expect(plan).toContain(
      engine === 'postgres' ? `Bitmap Index Scan on ${table}_words` : `${table}_words VIRTUAL TABLE INDEX`,
    );
    expect(plan).not.toMatch(wholeTable);
  },
);
