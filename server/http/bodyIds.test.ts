/** Every PUT with the record's id in its body refuses an id other than that of the path (design §3). */
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoints.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { readDocument, type Operation } from '#test/openApiDocument.ts';
import { inTransaction } from '../db/transaction.ts';
import { loadSampleData } from '../sample/sample.ts';

let app: TestApp;
let admin: Caller;
let operations: Operation[];

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  const { userId } = await app.person('admin');
  await inTransaction(app.store.db, (trx) => loadSampleData(trx, userId, app.clock.now, 'Asia/Kolkata'));
  operations = readDocument((await admin('GET', '/openapi.json')).json);
});

/** The id field of each kind of record; the endpoints themselves are enumerated. */
const idFields: Record<string, string> = {
  '/Auth/edit-user/:id': 'userId',
  '/suppliers/:id': 'supplierId',
  '/buyers/:id': 'buyerId',
  '/Categories/:id': 'categoryId',
  '/materials/:id': 'rawMaterialId',
  '/products/:id': 'productId',
  '/goods/:id': 'finishedGoodId',
  '/inward/:id': 'inwardId',
  '/Production/:id': 'productionId',
};

function exampleOf({ path }: Endpoint): object {
  const example = operations.find((each) => each.name === `PUT /api${path.replace(':id', '{id}')}`)?.body?.example;
  return z.looseObject({}).parse(example);
}

test('another id in the body is a 400 that names it, whatever its kind; so is none for an inward', async () => {
  const puts = app.endpoints.filter(({ method }) => method === 'PUT');
  expect(puts.map(({ path }) => path).toSorted()).toEqual(Object.keys(idFields).toSorted());
  for (const endpoint of puts) {
    const idField = idFields[endpoint.path] ?? '';
    const address = endpoint.path.replace(':id', '1');
    const put = async (id: unknown) => await admin('PUT', address, { ...exampleOf(endpoint), [idField]: id });
    const before = await app.store.db.selectFrom('audit_event').select('id').execute();
    for (const other of [2, '1', 1.5, -1]) {
      const { status, json, text } = await put(other);
      expect([status, Object.keys(json.errors ?? {})], `PUT ${address} ${other}: ${text}`).toEqual([400, [idField]]);
    }
    if (idField === 'inwardId') {
      const { status, json } = await put(undefined);
      expect([status, json.errors]).toEqual([400, { inwardId: ['Updating an inward takes its inwardId.'] }]);
    }
    expect(await app.store.db.selectFrom('audit_event').select('id').execute()).toEqual(before);
    const own = await put(1);
    // A 409 for the last administrator or for used stock is fine here.
    expect([200, 409], `PUT ${address}: ${own.text}`).toContain(own.status);
  }
});
