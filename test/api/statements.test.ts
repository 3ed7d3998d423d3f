/**
 * The number of statements per request, independent of its lines or rows. One more means a query per row, or a write
 * that reads back its own input. Lower a number here when it falls.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { masterRows } from '#contract/kinds.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { ownStatements } from '#test/statementCounts.ts';
import { addInward, addMaterial, addProduct, addProduction, addSupplier, inwardFields } from '#test/factories.ts';

let heard: string[] = [];
const materials: number[] = [];

const app = await buildTestApp({}, { onStatement: (text) => heard.push(text) });
const admin = await app.as('admin');
const supplier = await addSupplier(admin);
const product = await addProduct(admin);
for (let count = 0; count < 10; count += 1) materials.push(await addMaterial(admin));
for (let count = 0; count < 30; count += 1) {
  await addInward(
    admin,
    supplier,
    materials.map((material) => [material, 5]),
  );
  await addProduction(admin, materials[0] ?? 0, 1);
}

const lists = ['/inward', '/Production', '/Production/get-rawmaterial-stock', '/Production/report', '/goods'];
const streamed = /^\/inward\/\d+$/;

/** Sends a request as the screens do and returns its statements, so that a failure shows them. */
async function statementsOf(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<string[]> {
  heard = [];
  const { status, text } = await admin(method, path, body, { 'idempotency-key': randomUUID() });
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

describe('the number of statements of a write', () => {
  test.each([1, 3, 10])('production of %i lines: 13', async (lines) => {
    expect(await statementsOf('POST', '/Production/create-multiple', production(lines))).toHaveLength(13);
  });

  test.each([1, 10])('inward of %i lines without claims: 20', async (lines) => {
    const fields = inwardFields(
      supplier,
      materials.slice(0, lines).map((material) => [material, 5]),
    );
    expect(await statementsOf('POST', '/inward', fields)).toHaveLength(20);
  });

  test.each([1, 10])('recipe of %i lines: 12, its change: 15', async (lines) => {
    const ingredients = materials.slice(0, lines).map((rawMaterialId) => ({ rawMaterialId, quantity: lines }));
    const body = { productId: product, outputQuantity: 10, lines: ingredients };
    expect(await statementsOf('POST', '/recipes', body)).toHaveLength(12);
    expect(await statementsOf('PUT', '/recipes/1', { ...body, note: `${lines}` })).toHaveLength(15);
  });

  test('the deletion of a recipe: 5', async () => {
    expect(await statementsOf('DELETE', '/recipes/2')).toHaveLength(5);
  });
});

describe('the number of statements of a read', () => {
  test.each([...masterRows.map(({ apiPath }) => apiPath), ...lists])(
    'a page of %s, and of a search: 1',
    async (path) => {
      expect(await statementsOf('GET', `${path}?page=1&pageSize=15`)).toHaveLength(1);
      expect(await statementsOf('GET', `${path}?page=1&pageSize=15&search=a`)).toHaveLength(1);
    },
  );

  test('a page of recipes with their lines, and one recipe: 2', async () => {
    expect(await statementsOf('GET', '/recipes?page=1&pageSize=15')).toHaveLength(2);
    expect(await statementsOf('GET', '/recipes?page=1&pageSize=15&search=a')).toHaveLength(2);
    expect(await statementsOf('GET', '/recipes/1')).toHaveLength(2);
  });

  test('an inward with its lines and a bill examined before: 4; two hundred events of the activity with their names: 5', async () => {
    await statementsOf('GET', '/inward/1');
    expect(await statementsOf('GET', '/inward/1')).toHaveLength(4);
    expect((await statementsOf('GET', '/activity?page=1&pageSize=200')).length).toBeLessThanOrEqual(5);
  });
});
