/**
 * Databases of older versions open with everything in them. A fixture is the database that a commit of main created,
 * with sample data and every oddity by hand: deleted and edited documents, shrunk invoices, sold and expired goods,
 * inactive users; beside it are that commit's answers to the calls of the specification.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { weightUnits } from '#contract/stock/items/items.ts';
import { buildTestApp, type Caller, type TestDatabase } from '#test/buildTestApp.ts';
import { openSession } from '../auth/sessions.ts';
import { readConfig } from '../config.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';
import { openStore } from './connect.ts';
import { migratorOf } from './migrate.ts';

const LAST_MIGRATION = '016-lots-by-date';
/** The administrator who called the fixture's commit. */
const ADMINISTRATOR = 2;

const fixture = (name: string) => gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures', name)));

/** The tables of version 16 in the order of their references; counts and words are made by triggers. */
const tables = [
  'app_user',
  'installation',
  'session',
  'supplier',
  'buyer',
  'category',
  'product',
  'raw_material',
  'finished_good',
  'bill',
  'inward',
  'lot',
  'inward_line',
  'production',
  'balance',
  'movement',
  'audit_event',
];

/** Fills PostgreSQL, at the fixture's version, with the rows of the fixture. */
async function fillPostgres(place: TestDatabase, file: string): Promise<void> {
  const store = openStore(readConfig(place.environment), () => undefined);
  const { error } = await migratorOf(store).migrateTo(LAST_MIGRATION);
  if (error !== undefined) throw error;
  const old = new Sqlite(file, { readonly: true });
  for (const table of tables) {
    const rows = old.prepare<[], Record<string, unknown>>(`select * from ${table} order by 1`).all();
    for (const row of rows) {
      const columns = Object.keys(row).map((column) => sql.ref(column));
      await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(
        store.db,
      );
    }
    if (rows[0] && 'id' in rows[0] && table !== 'installation') {
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        store.db,
      );
    }
  }
  old.close();
  await store.db.destroy();
}

async function fill(place: TestDatabase): Promise<void> {
  const isPostgres = place.environment['DATABASE_URL'] !== undefined;
  const file = join(place.dataDir, isPostgres ? 'fixture.db' : 'godown.db');
  writeFileSync(file, fixture('016.db.gz'));
  if (isPostgres) await fillPostgres(place, file);
}

type Row = Record<string, unknown>;

/** Masters and finished goods, and the ids of their rows. */
const byId = {
  '/suppliers': 'supplierId',
  '/buyers': 'buyerId',
  '/Categories': 'categoryId',
  '/products': 'productId',
  '/materials': 'rawMaterialId',
  '/goods': 'finishedGoodId',
} as const;

/**
 * Calls without recorded answers, whose results follow from recorded ones: by id, by page and order, by search, the
 * bill.
 */
async function expectDerived(admin: Caller, answers: Readonly<Record<string, object>>): Promise<void> {
  const rowsOf = (path: string): Row[] => {
    const rows = answers[path];
    return Array.isArray(rows) ? rows : [];
  };
  for (const [path, id] of Object.entries(byId)) {
    const rows = rowsOf(path);
    expect(rows.length, path).toBeGreaterThan(0);
    for (const row of rows) {
      expect((await admin('GET', `${path}/${String(row[id])}`)).json, `${path}/${String(row[id])}`).toMatchObject(row);
    }
    const oldestFirst = rows.toSorted((a, b) => Number(a[id]) - Number(b[id]));
    const page = (await admin('GET', `${path}?sort=${id}&order=asc&page=2&pageSize=3`)).json;
    expect(page, path).toMatchObject(oldestFirst.slice(3, 6));
    expect(page, path).toHaveLength(oldestFirst.slice(3, 6).length);
  }
  const named = rowsOf('/suppliers').filter(({ name }) => String(name).includes('Farmers'));
  const { json: found } = await admin('GET', '/suppliers?search=farmers');
  expect(found).toMatchObject(named);
  expect(found).toHaveLength(named.length);
  for (const [path, answer] of Object.entries(answers)) {
    if (!/^\/inward\/\d+$/.test(path) || !('billAttachment' in answer)) continue;
    const [, type, base64] = /^data:(.*?);base64,(.*)$/.exec(String(answer.billAttachment)) ?? [];
    const bill = await admin('GET', `${path}/bill`);
    if (base64 === undefined) expect(bill.status, path).toBe(404);
    else {
      expect([bill.status, bill.headers['content-type']], path).toEqual([200, type]);
      expect(bill.text, path).toBe(Buffer.from(base64, 'base64').toString());
    }
  }
}

test('version 16: every call of the specification answers as before, and the ledger is sound', async () => {
  const app = await buildTestApp({}, { fill });
  const { db } = app.store;
  expect((await verifyLedger(db)).differences).toEqual([]);
  const admin = app.withToken(await openSession(db, ADMINISTRATOR, app.clock.now, app.services.config.session));
  const answers: Record<string, object> = JSON.parse(fixture('016-answers.json.gz').toString());
  for (const [path, before] of Object.entries(answers)) {
    const { json } = await admin('GET', path);
    // Additions may stand beside earlier fields.
    expect(json, path).toMatchObject(before);
  }

  await expectDerived(admin, answers);

  const items: { unit: string; gramsPerUnit: number | null }[] = (await admin('GET', '/items')).json;
  expect(items.map(({ gramsPerUnit }) => (gramsPerUnit ?? 0) * 1000)).toEqual(
    items.map(({ unit }) => weightUnits.get(unit.toLowerCase()) ?? 0),
  );
  expect(items.some(({ gramsPerUnit }) => gramsPerUnit !== null)).toBe(true);

  // A create-multiple is one run, named by its first production; a single production is a run of its own.
  const rows = await db.selectFrom('production').select('run_id').where('id', '>=', 74).orderBy('id').execute();
  expect(rows.map(({ run_id: run }) => run)).toEqual([74, 74, 74, 77, 77, 77, 80, 80, 82, 83]);
  const runs = await db
    .selectFrom('production_run')
    .select(['id', 'production_date', 'status', sql<number>`case when deleted_at is null then 0 else 1 end`.as('gone')])
    .where('id', '>=', 74)
    .orderBy('id')
    .execute();
  expect(runs.map(({ id, production_date: date, status, gone }) => [id, date, status, gone])).toEqual([
    [74, '2026-11-10', 'in_progress', 0],
    [77, '2026-11-09', 'completed', 0],
    [80, '2026-11-13', 'completed', 1],
    [82, '2026-11-14', 'completed', 0],
    [83, '2026-11-10', 'in_progress', 1],
  ]);
  // New records go on where the old ones ended, and their lots are called as if the old ones had been named then.
  const { json: inward } = await admin('GET', '/inward/1');
  const more = await admin('POST', '/Production', {
    rawMaterialId: inward.rawMaterials[0].rawMaterialId,
    quantity: 1,
    productionDate: '2026-11-19',
  });
  expect([more.status, more.json.productionId, more.json.runId], more.text).toEqual([201, 84, 84]);
  expect((await verifyLedger(db)).differences).toEqual([]);
});
