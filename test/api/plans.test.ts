/**
 * Query plans of all requests, on a database with rows: index lookups only, no full table scan and no sort. A list that
 * scans becomes slow after some years.
 */
import { sql, type RawBuilder } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { masterRows } from '#contract/kinds.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addProduction,
  addRecipe,
  addSupplier,
  inwardFields,
  supplierFields,
} from '#test/factories.ts';
import { seedDatabase } from '#seed/seed.ts';

let heard: string[] = [];
let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await buildTestApp({}, { onStatement: (text) => heard.push(text) });
  admin = await app.as('admin');
  const { db } = app.store;
  const amounts = {
    materials: 320,
    suppliers: 320,
    inwardLines: 400,
    productions: 400,
    runs: 0,
    goods: 320,
    users: 20,
  };
  const rest = { seed: 1, timeZone: 'Asia/Kolkata', passwordHash: '-', onProgress: () => undefined };
  await seedDatabase(db, { ...amounts, ...rest });
  for (let id = 1; id <= 20; id += 1) await addRecipe(admin, 1, [[id, 1]]);
  for (let count = 0; count < 50; count += 1) await app.sessionOf('user');
  await sql`analyze`.execute(db);
});

/** The query plan of a statement, independent of its values. */
async function planOf(statement: RawBuilder<unknown>): Promise<string[]> {
  const { db, engine } = app.store;
  if (engine === 'sqlite') {
    const { rows } = await sql<{ detail: string }>`explain query plan ${statement}`.execute(db);
    return rows.map((row) => row.detail);
  }
  return await db.transaction().execute(async (trx) => {
    // With few rows PostgreSQL prefers a sequential scan: the test is whether it has another plan.
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_sort = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (generic_plan, costs off) ${statement}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']);
  });
}

/** A recorded statement with null parameters. */
function again(statement: string): RawBuilder<unknown> {
  if (app.store.engine === 'postgres') return sql.raw(statement);
  const parts = statement.split('+?').map((part) => sql.raw(part));
  return sql.join(parts, sql`${null}`);
}

const tables =
  'app_user|u|session|supplier|s|buyer|raw_material|m|product|finished_good|inward|i|inward_line|n|lot|l|balance|b|production|p|movement|audit_event|e';
// SQLite's "scan" in id order is right for a page, which stops after some rows.
const wholeTable = new RegExp(`^SCAN (${tables})$|Seq Scan on (${tables})\\b`);
const sorting = /TEMP B-TREE FOR ORDER BY|(^|> )Sort$/;
// Sorting days is fine: they are few for any number of productions.
const ofDays = 'from production_day group by';

/**
 * The plan steps that scan a whole table or sort. Inserts are skipped: SQLite lists tables there that it would scan on
 * a foreign key violation.
 */
async function slowStepsOf(statements: readonly string[]): Promise<string[]> {
  const slow: string[] = [];
  for (const statement of statements.filter((each) => /\b(select|update|delete)\b/.test(each))) {
    const isPage = statement.includes(' limit ');
    const inIdOrder = app.store.engine === 'sqlite' && isPage;
    const steps = (await planOf(again(statement))).filter(
      (step) => (isPage && !statement.includes(ofDays) && sorting.test(step)) || (!inIdOrder && wholeTable.test(step)),
    );
    slow.push(...steps.map((step) => `${step}: ${statement}`));
  }
  return slow;
}

async function slowSteps(path: string): Promise<string[]> {
  heard = [];
  const { status, text } = await admin('GET', path);
  expect(status, text).toBe(200);
  return await slowStepsOf(heard);
}

const masters = masterRows.map(({ apiPath }) => apiPath);
const paths = [
  ...masters,
  '/inward',
  '/inward/get-all-with-rawmaterials',
  '/Production',
  '/Production/get-rawmaterial-stock',
  '/Production/report',
  '/Production/report/days',
  '/goods',
  '/recipes',
];

test.each(paths)('the first page of %s and a later one are read by an index, in its order', async (path) => {
  expect(await slowSteps(`${path}?page=1&pageSize=15`)).toEqual([]);
  expect(await slowSteps(`${path}?page=20&pageSize=15`)).toEqual([]);
});

test.each(masters)('the rows of a pick list of %s are read by name without sorting', async (path) => {
  expect(await slowSteps(`${path}?page=1&pageSize=50&sort=name&order=asc`)).toEqual([]);
});

test.each([
  '/suppliers/5',
  '/materials/6',
  '/inward/7',
  '/Production/8',
  '/goods/9',
  '/recipes/10',
  '/recipes/10/versions',
  '/Production/get-rawmaterial-stock/3',
])('the record %s is read by its id', async (path) => {
  expect(await slowSteps(path)).toEqual([]);
});

test('adding, changing, deleting and signing in read by an index', async () => {
  const supplier = await addSupplier(admin);
  const material = await addMaterial(admin);
  const lines: [number, number][] = [[material, 5]];
  heard = [];
  const { inwardId } = await addInward(admin, supplier, lines);
  const production = await addProduction(admin, material, 2);
  const expectDone = async (...request: Parameters<Caller>) => {
    const { status, text } = await admin(...request);
    expect(status, `${request[0]} ${request[1]}: ${text}`).toBeLessThan(300);
  };
  const changed = { rawMaterialId: material, quantity: 3, productionDate: '2026-11-10', status: 'completed' };
  await expectDone('PUT', `/Production/${production}`, changed);
  await expectDone('PUT', `/inward/${inwardId}`, inwardFields(supplier, lines, { inwardId }));
  await expectDone('DELETE', `/Production/${production}`);
  await expectDone('DELETE', `/inward/${inwardId}`);
  await expectDone('PUT', `/suppliers/${supplier}`, supplierFields());
  await expectDone('DELETE', `/suppliers/${supplier}`);
  const credentials = { userName: 'nobody@example.in', userPassword: 'not this', jwtToken: '' };
  expect((await admin('POST', '/Auth/checkUserAuthentication', credentials)).status).toBe(401);
  expect(heard.length).toBeGreaterThan(50);
  expect(await slowStepsOf(heard)).toEqual([]);
});

const between = 'dayFrom=2021-04-01&dayTo=2025-12-31';

test.each([
  '/history/production/8?page=1',
  '/activity?page=1',
  '/activity?page=1&userId=1',
  '/activity?page=1&kind=production',
  '/activity?page=1&userId=1&kind=goods',
  `/activity?page=1&${between}`,
  `/activity?page=1&userId=1&kind=goods&${between}`,
])('the events of %s are read by an index, in its order', async (path) => {
  expect(await slowSteps(path)).toEqual([]);
});

test.each(['supplier', 'buyer', 'raw_material', 'product'])('a search in %s uses its index of words', async (table) => {
  const words = sql.table(`${table}_words`);
  const onSqlite = app.store.engine === 'sqlite';
  const plan = await planOf(
    onSqlite
      ? sql`select id from ${sql.table(table)} where id in (select rowid from ${words} where ${words} match '"turm"')`
      : sql`select id from ${sql.table(table)} where fold(name) like '%turm%'`,
  );
  const step = onSqlite ? `${table}_words VIRTUAL TABLE INDEX` : `Bitmap Index Scan on ${table}_words`;
  expect(plan.join('\n')).toContain(step);
  expect(plan.filter((each) => wholeTable.test(each))).toEqual([]);
});

test.each(['/suppliers', '/materials', '/Production', '/Production/get-rawmaterial-stock'])(
  'the next batch of an export of %s begins where the last one ended',
  async (path) => {
    heard = [];
    await admin('GET', path);
    const batches = heard.filter((each) => each.includes('"sortKey"'));
    expect(batches.length).toBeGreaterThan(1);
    const plan = await planOf(again(batches.at(-1) ?? ''));
    const begins = app.store.engine === 'sqlite' ? /^SEARCH \w+ USING (INDEX|INTEGER PRIMARY KEY)/ : /Index Cond/;
    expect(plan.find((step) => /^SEARCH|^SCAN|Index Cond|Seq Scan/.test(step.trim()))).toMatch(begins);
  },
);
