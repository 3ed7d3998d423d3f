/**
 * The number of statements per request, independent of its lines or rows. One more means a page with a query per row,
 * or a write that reads back what it knows. If a number falls, lower it here.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { ownStatements } from '#test/statementCounts.ts';
import { addInward, addMaterial, addProduction, addSupplier, inwardFields, supplierFields } from '#test/factories.ts';

let heard: string[] = [];
let admin: Caller;
let supplier: number;
const materials: number[] = [];

beforeAll(async () => {
  const app = await buildTestApp({}, { onStatement: (text) => heard.push(text) });
  admin = await app.as('admin');
  supplier = await addSupplier(admin);
  for (let count = 0; count < 10; count += 1) materials.push(await addMaterial(admin));
  for (let count = 0; count < 30; count += 1) {
    await addInward(
      admin,
      supplier,
      materials.map((material) => [material, 5]),
    );
    await addProduction(admin, materials[0] ?? 0, 1);
  }
});

beforeEach(() => {
  heard = [];
});

const streamed = /^\/inward\/\d+$/;

/** Sends a request as the screens do and returns its statements, so that a failure shows them. */
async function statementsOf(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<string[]> {
  heard = [];
  const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
  const { status, text } = await admin(method, path, body, headers);
  expect(status, text).toBeLessThan(300);
  const lookUps = heard.filter((statement) => statement.includes('from session '));
  // A write checks again in its transaction, a streamed answer before each part.
  expect(lookUps).toHaveLength(streamed.test(path) ? 3 : method === 'GET' ? 1 : 2);
  return ownStatements(heard);
}

function production(lines: number): object[] {
  return materials
    .slice(0, lines)
    .map((rawMaterialId) => ({ rawMaterialId, quantity: 0.5, productionDate: '2026-11-10', status: 'completed' }));
}

describe('a write', () => {
  test.each([1, 3, 10])('production of %i lines: 13', async (lines) => {
    expect(await statementsOf('POST', '/Production/create-multiple', production(lines))).toHaveLength(13);
  });

  test.each([1, 10])('inward of %i lines: 17', async (lines) => {
    const fields = inwardFields(
      supplier,
      materials.slice(0, lines).map((material) => [material, 5]),
    );
    expect(await statementsOf('POST', '/inward', fields)).toHaveLength(17);
  });

  test('a master: 4 to create, 3 to update, 4 to delete', async () => {
    expect(await statementsOf('POST', '/suppliers', supplierFields({ name: 'Counted' }))).toHaveLength(4);
    const { json } = await admin('GET', '/suppliers?search=Counted');
    const path = `/suppliers/${json[0].supplierId}`;
    expect(await statementsOf('PUT', path, supplierFields())).toHaveLength(3);
    expect(await statementsOf('DELETE', path)).toHaveLength(4);
  });
});

describe('a reading', () => {
  test.each([
    '/suppliers',
    '/buyers',
    '/categories',
    '/materials',
    '/products',
    '/inward',
    '/Production',
    '/Production/get-rawmaterial-stock',
    '/Production/report',
    '/goods',
  ])('a page of %s, and of a search: 1', async (path) => {
    expect(await statementsOf('GET', `${path}?page=1&pageSize=15`)).toHaveLength(1);
    expect(await statementsOf('GET', `${path}?page=1&pageSize=15&search=a`)).toHaveLength(1);
  });

  test('a page of inwards with their lines: 2, of days with what was consumed on them: 2', async () => {
    expect(await statementsOf('GET', '/inward/get-all-with-rawmaterials?page=1&pageSize=15')).toHaveLength(2);
    expect(await statementsOf('GET', '/Production/report/days?page=1&pageSize=15')).toHaveLength(2);
  });

  test('a page of a history or of the activity: its total, its events, and the names and deletions of what they name', async () => {
    expect((await statementsOf('GET', `/history/suppliers/${supplier}?page=1`)).length).toBeLessThanOrEqual(3);
    expect((await statementsOf('GET', '/history/inward/1?page=1')).length).toBeLessThanOrEqual(4);
    expect((await statementsOf('GET', '/activity?page=1&pageSize=200')).length).toBeLessThanOrEqual(5);
  });

  test('one record: 1; a production with its lots: 2; an inward with its lines and its bill: 4', async () => {
    expect(await statementsOf('GET', `/suppliers/${supplier}`)).toHaveLength(1);
    expect(await statementsOf('GET', `/Production/get-rawmaterial-stock/${materials[0]}`)).toHaveLength(1);
    expect(await statementsOf('GET', '/Production/1')).toHaveLength(2);
    expect(await statementsOf('GET', '/inward/1')).toHaveLength(4);
  });
});
