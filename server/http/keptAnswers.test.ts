/** Answers are kept while nothing is written, on SQLite; whoever writes, the next answer has it. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addSupplier } from '#test/factories.ts';
import { openStore } from '../db/connect.ts';

const page = '/suppliers?page=1&pageSize=5';
let app: TestApp;
let admin: Caller;
let heard: string[] = [];

beforeAll(async () => {
  app = await buildTestApp({}, { onStatement: (text) => heard.push(text) });
  admin = await app.as('admin');
  await addSupplier(admin, { name: 'First' });
});

beforeEach(() => {
  heard = [];
});

/** The names on the page, its total, and how often the engine was asked for it. */
async function look(caller: Caller = admin): Promise<[string[], string, number]> {
  heard = [];
  const { json, headers } = await caller('GET', page);
  const asked = heard.filter((statement) => /from "?supplier"?/.test(statement)).length;
  return [json.map((row: { name: string }) => row.name), String(headers['x-total-count']), asked];
}

const again = process.env['TEST_ENGINE'] === 'postgres' ? 1 : 0;

test('what was answered is answered again, to others who may see it, and to nobody else', async () => {
  expect(await look()).toEqual([['First'], '1', 1]);
  expect(await look()).toEqual([['First'], '1', again]);
  expect((await (await app.as('user'))('GET', page)).json).toHaveLength(1);
  expect((await app.anyone('GET', page)).status).toBe(401);
});

test('what several ask for at once is looked for once', async () => {
  heard = [];
  const search = async () => (await admin('GET', '/suppliers?page=1&search=fir')).json;
  expect((await Promise.all([search(), search(), search()])).map((rows) => rows.length)).toEqual([1, 1, 1]);
  const asked = heard.filter((statement) => statement.includes('count(*)')).length;
  expect(asked).toBe(process.env['TEST_ENGINE'] === 'postgres' ? 3 : 1);
});

test('what this server writes is on the next page', async () => {
  await look();
  const id = await addSupplier(admin, { name: 'Second' });
  expect(await look()).toEqual([['Second', 'First'], '2', 1]);
  await admin('DELETE', `/suppliers/${id}`);
  expect(await look()).toEqual([['First'], '1', 1]);
});

test('what another process writes is on the next page', async () => {
  await look();
  const { db } = openStore(app.services.config, () => undefined);
  await sql`update supplier set name = 'Renamed elsewhere' where name = 'First'`.execute(db);
  await db.destroy();
  expect(await look()).toEqual([['Renamed elsewhere'], '1', 1]);
});
