/** Invalid input gets a 4xx that names every invalid field, and nothing is stored. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier, inwardFields, supplierFields } from '#test/factories.ts';

let app: TestApp;
let admin: Caller;
let supplier: number;
let material: number;
let before: string;

async function everything(): Promise<string> {
  const counts: unknown[] = [];
  for (const table of [
    'supplier',
    'raw_material',
    'inward',
    'inward_line',
    'bill',
    'production',
    'movement',
    'audit_event',
    'idempotency_key',
  ] as const) {
    counts.push(
      await app.store.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst(),
    );
  }
  return JSON.stringify(counts);
}

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  supplier = await addSupplier(admin);
  material = await addMaterial(admin);
  await addInward(admin, supplier, [[material, 100]]);
  before = await everything();
});

afterEach(async () => {
  expect(await everything()).toBe(before);
});

test('every faulty field of path, query and body is named at once', async () => {
  const put = await admin('PUT', '/suppliers/x', { phone: '5', email: 'no', status: 3 });
  expect([put.status, put.json.code]).toEqual([400, 'invalid']);
  expect(Object.keys(put.json.errors).sort()).toEqual(['email', 'id', 'name', 'phone', 'status']);
  const list = await admin('GET', '/suppliers?page=0&pageSize=1000&sort=password&order=up');
  expect(Object.keys(list.json.errors).sort()).toEqual(['order', 'page', 'pageSize', 'sort']);
  const inward = await admin('POST', '/inward', {
    rawMaterials: [{ quantity: -1 }, { rawMaterialId: 1.5, quantity: 1, pricePerUnit: 'a' }],
  });
  expect(Object.keys(inward.json.errors).sort()).toEqual([
    'billAttachment',
    'invoiceNumber',
    'inwardDate',
    'rawMaterials.0.pricePerUnit',
    'rawMaterials.0.quantity',
    'rawMaterials.0.rawMaterialId',
    'rawMaterials.1.pricePerUnit',
    'rawMaterials.1.rawMaterialId',
    'supplierId',
    'totalGst',
  ]);
});

test.each([
  ['malformed JSON', '{"name":', {}, 400],
  ['nothing at all', '', {}, 400],
  ['null', 'null', {}, 400],
  ['a list', '[]', {}, 400],
  ['a text', '"x"', {}, 400],
  ['form data', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['a plain text', 'name', { 'content-type': 'text/plain' }, 415],
  ['XML', '<x/>', { 'content-type': 'application/xml' }, 415],
  ['a prototype', '{"__proto__":{"name":"x"},"phone":"9811111112"}', {}, 400],
  ['a constructor', '{"constructor":{"prototype":{"name":"x"}},"phone":"9811111112"}', {}, 400],
  ['NUL bytes', JSON.stringify({ name: 'a\u0000b', phone: '9811111112' }), {}, 400],
  ['half a character', '{"name":"\\ud800","phone":"9811111112"}', {}, 400],
  ['a name of a megabyte', JSON.stringify({ name: 'x'.repeat(1_100_000), phone: '9811111112' }), {}, 413],
  ['a name of 201 letters', JSON.stringify({ name: 'x'.repeat(201), phone: '9811111112' }), {}, 400],
  ['a key that is no text', JSON.stringify(supplierFields()), { 'idempotency-key': 'ä' }, 400],
  ['a key of 201 characters', JSON.stringify(supplierFields()), { 'idempotency-key': 'k'.repeat(201) }, 400],
])('%s is refused', async (_, body, headers: Record<string, string>, status) => {
  const answer = await admin('POST', '/suppliers', body, { 'content-type': 'application/json', ...headers });
  expect(answer.status).toBe(status);
  expect(typeof answer.json.message).toBe('string');
  expect(answer.text).not.toMatch(/stack|node_modules|select |insert /i);
});

test('a body of 40 MB is refused', async () => {
  const answer = await admin(
    'POST',
    '/inward',
    JSON.stringify({ billAttachment: `data:application/pdf;base64,${'A'.repeat(40_000_000)}` }),
  );
  expect([answer.status, answer.json.code]).toEqual([413, 'too_large']);
});

test.each(['0', '-1', '1.5', 'abc', '1e3', '%00', '9999999999999999', "1' or '1'='1", '1;', '__proto__'])(
  '%s is no id',
  async (id) => {
    for (const path of ['suppliers', 'materials', 'inward', 'Production']) {
      const answer = await admin('GET', `/${path}/${encodeURIComponent(id)}`);
      expect(answer.status, path).toBe(400);
      expect(answer.json.errors, path).toEqual({ id: ['This is not an id.'] });
    }
  },
);

describe('quantities, prices and dates', () => {
  const numbers: [string, string][] = [
    ['4 decimals', '1.0001'],
    ['3 decimals of a price', '1.001'],
    ['1e308', '1e308'],
    ['beyond the range', '9000000000.001'],
    ['minus', '-1'],
    ['a text', '"1"'],
    ['nothing', 'null'],
    ['a list', '[1]'],
    ['true', 'true'],
    ['infinity', '1e999'],
  ];
  test.each(numbers)('%s is refused', async (_, number) => {
    const field = number === '1.001' ? 'pricePerUnit' : 'quantity';
    const body = JSON.stringify(inwardFields(supplier, [[material, 7]])).replace(
      field === 'quantity' ? '"quantity":7' : '"pricePerUnit":10',
      `"${field}":${number}`,
    );
    const answer = await admin('POST', '/inward', body);
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, [`rawMaterials.0.${field}`]]);
  });

  test.each(['0', '-0', '0.0', '1e-9'])('a quantity of %s is refused', async (number) => {
    const answer = await admin(
      'POST',
      '/Production',
      `{"rawMaterialId":${material},"quantity":${number},"productionDate":"2026-11-10"}`,
    );
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, ['quantity']]);
  });

  test.each([
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '20-11-2026',
    '2026-1-1',
    'today',
    '',
    '2026-11-10T25:00',
    '0000-01-01',
    '2026-11-10; drop',
    20261110,
    null,
  ])('%s is no date', async (date) => {
    const answer = await admin('POST', '/Production', { rawMaterialId: material, quantity: 1, productionDate: date });
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, ['productionDate']]);
  });

  test('lines whose total or sum can not be kept are refused', async () => {
    const huge = { rawMaterialId: material, quantity: 9_000_000_000, pricePerUnit: 9_000_000_000 };
    const one = await admin('POST', '/inward', inwardFields(supplier, [], { rawMaterials: [huge] }));
    expect([one.status, one.json.errors]).toEqual([
      400,
      { 'rawMaterials.0.quantity': ['The total is larger than what can be kept.'] },
    ]);
    const half = { rawMaterialId: material, quantity: 5_000_000_000, pricePerUnit: 1 };
    const both = await admin('POST', '/inward', inwardFields(supplier, [], { rawMaterials: [half, half] }));
    expect([both.status, both.json.errors]).toEqual([
      400,
      { rawMaterials: ['The total is larger than what can be kept.'] },
    ]);
  });
});

test('what is referred to must be there', async () => {
  const inward = await admin(
    'POST',
    '/inward',
    inwardFields(999, [
      [998, 1],
      [material, 1],
      [997, 1],
    ]),
  );
  expect([inward.status, inward.json.errors]).toEqual([
    400,
    {
      supplierId: ['This supplier does not exist.'],
      'rawMaterials.0.rawMaterialId': ['This raw material does not exist.'],
      'rawMaterials.2.rawMaterialId': ['This raw material does not exist.'],
    },
  ]);
  const line = { quantity: 1, productionDate: '2026-11-10' };
  const productions = await admin('POST', '/Production/create-multiple', [
    { ...line, rawMaterialId: material },
    { ...line, rawMaterialId: 999 },
  ]);
  expect([productions.status, productions.json.errors]).toEqual([
    400,
    { '1.rawMaterialId': ['This raw material does not exist.'] },
  ]);
  const category = await admin('POST', '/materials', { name: 'x', categoryId: 5 });
  expect([category.status, category.json.errors]).toEqual([400, { categoryId: ['This category does not exist.'] }]);
});

test('search terms are searched for as they are', async () => {
  for (const term of ['%', '_', '\\', "'", '"', '%00', "' or 1=1 --", 'x'.repeat(200), '(', '🙂']) {
    const answer = await admin('GET', `/suppliers?page=1&search=${encodeURIComponent(term)}`);
    expect([answer.status, answer.json], term).toEqual([200, []]);
  }
  expect((await admin('GET', '/suppliers?page=1&search=%00')).status).toBe(400);
  expect((await admin('GET', `/suppliers?page=1&search=${'x'.repeat(201)}`)).status).toBe(400);
});

test('unknown fields are dropped', async () => {
  const answer = await admin('GET', '/suppliers?page=1&colour=green');
  expect(answer.status).toBe(200);
});

test('an address that cannot be read is a 400 in the usual shape', async () => {
  for (const path of ['/suppliers/%zz', `/suppliers/${'1'.repeat(200)}`]) {
    const { status, json } = await admin('GET', path);
    expect([status, json.code, typeof json.message], path).toEqual([400, 'invalid', 'string']);
  }
});

test('an unknown address is a 404 with a sentence', async () => {
  const answer = await admin('GET', '/nothing');
  expect([answer.status, answer.json]).toEqual([
    404,
    { code: 'not_found', message: 'There is nothing at this address.' },
  ]);
});
