/** Invalid input gets a 4xx that names every invalid field, and nothing is stored. */
import { afterEach, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier, inwardFields, supplierFields } from '#test/factories.ts';

async function everything(): Promise<string> {
  const tables = ['supplier', 'raw_material', 'inward', 'inward_line', 'bill', 'production', 'movement'] as const;
  const counts = [...tables, 'audit_event' as const, 'idempotency_key' as const].map(async (table) =>
    app.store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .execute(),
  );
  return JSON.stringify(await Promise.all(counts));
}

const app = await buildTestApp();
const admin = await app.as('admin');
const supplier = await addSupplier(admin);
const material = await addMaterial(admin);
await addInward(admin, supplier, [[material, 100]]);
const before = await everything();

afterEach(async () => {
  expect(await everything()).toBe(before);
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
  const answer = await admin('POST', '/inward', {
    billAttachment: `data:application/pdf;base64,${'A'.repeat(40_000_000)}`,
  });
  expect([answer.status, answer.json.code]).toEqual([413, 'too_large']);
});

test.each(['0', '-1', '1.5', 'abc', '1e3', '%00', '9999999999999999', "1' or '1'='1", '1;', '__proto__'])(
  '%s is refused as an id',
  async (id) => {
    for (const path of ['suppliers', 'materials', 'inward', 'Production']) {
      const answer = await admin('GET', `/${path}/${encodeURIComponent(id)}`);
      expect(answer.status, path).toBe(400);
      expect(answer.json.errors, path).toEqual({ id: ['This is not an id.'] });
    }
  },
);

test('lines whose total or sum is too large to be stored are refused', async () => {
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

test('a reference to a record that does not exist is refused at its field', async () => {
  const lines: [number, number][] = [998, material, 997].map((each) => [each, 1]);
  const inward = await admin('POST', '/inward', inwardFields(999, lines));
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
  for (const path of ['/materials', '/products']) {
    const { status, json } = await admin('POST', path, { name: 'x', price: 1, unit: 'kg', categoryId: 999 });
    expect([status, json.errors], path).toEqual([400, { categoryId: ['This category does not exist.'] }]);
  }
});

test('characters with a meaning in SQL are searched for literally', async () => {
  for (const term of ['%', '_', '\\', "'", '"', '%00', "' or 1=1 --", 'x'.repeat(200), '(', '🙂']) {
    const answer = await admin('GET', `/suppliers?page=1&search=${encodeURIComponent(term)}`);
    expect([answer.status, answer.json], term).toEqual([200, []]);
  }
});

test('unknown fields are dropped', async () => {
  const { status, json } = await admin('POST', '/suppliers', supplierFields({ phone: '1', userRole: 'admin', id: 7 }));
  expect([status, Object.keys(json.errors)]).toEqual([400, ['phone']]);
});

test('an unknown parameter of a list is a 400 that names it', async () => {
  const answer = await admin('GET', '/suppliers?page=1&colour=green');
  expect([answer.status, answer.json.errors]).toEqual([400, { colour: ['This list has no parameter “colour”.'] }]);
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
