/** Bodies are bounded before work: nesting, values, lists, texts, and the faults that one answer names. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { limits } from '#contract/core/fields.ts';
import { importLimits } from '#contract/stock/importing.ts';
import { runTexts } from '#contract/make/runs.ts';
import { MAX_FAULTS } from '#contract/core/values/listOf.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { supplierFields } from '#test/factories.ts';
import { exceededBound, MAX_LEVELS } from '../jsonBody.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const app = await buildTestApp();
const admin = await app.as('admin');

/** The schemas that a schema is made of, by its definition. */
function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const values: unknown[] = Object.values(schema._zod.def).flatMap((value: unknown) => {
    if (value instanceof z.core.$ZodType || Array.isArray(value)) return value;
    return typeof value === 'object' && value !== null ? Object.values(value) : [];
  });
  return values.filter((value) => value instanceof z.core.$ZodType);
}

function allParts(schema: z.core.$ZodType): z.core.$ZodType[] {
  return [schema, ...partsOf(schema).flatMap(allParts)];
}

function levelsOf(schema: z.core.$ZodType): number {
  const own = ['array', 'object', 'record'].includes(schema._zod.def.type) ? 1 : 0;
  return own + Math.max(0, ...partsOf(schema).map(levelsOf));
}

/** Schemas of every call's input. */
function inputs(): { name: string; schema: z.ZodType }[] {
  return app.endpoints.flatMap(({ method, path, params, query, body }) =>
    [params, query, body].flatMap((schema) => (schema ? [{ name: `${method} ${path}`, schema }] : [])),
  );
}

test('every list in a body has its length checked first, and a maximum of reported faults', () => {
  let lists = 0;
  for (const { name, schema } of inputs()) {
    for (const list of allParts(schema).filter((part) => part instanceof z.ZodArray)) {
      lists += 1;
      const faultsOf = (length: number) => list.safeParse(Array.from({ length }, () => ({}))).error?.issues ?? [];
      expect(
        faultsOf(100_000).map(({ code }) => code),
        name,
      ).toEqual(['too_big']);
      const most = Number(list._zod.bag['maximum']);
      // The last entry may have several, and rules of the list its own.
      expect(faultsOf(most).length, name).toBeLessThan(MAX_FAULTS + 20);
    }
  }
  expect(lists).toBeGreaterThan(20);
});

test('every schema is less deep than the deepest accepted body', () => {
  const deepest = Math.max(...inputs().map(({ schema }) => levelsOf(schema)));
  expect(deepest).toBe(5);
  expect(MAX_LEVELS).toBeGreaterThan(deepest);
});

test.each([
  ['levels', `${'['.repeat(17)}${']'.repeat(17)}`],
  ['levels', '{"a":'.repeat(17)],
  ['size', `[${'0,'.repeat(50_000)}0]`],
  ['size', `{${'"k":0,'.repeat(50_001)}}`],
  ['size', `{"a":${'9'.repeat(1001)}}`],
  ['size', `{"a":${' '.repeat(1001)}1}`],
  [undefined, `{"a":${'9'.repeat(1000)},"b":1}`],
  [undefined, `${'['.repeat(16)}${']'.repeat(16)}`],
  [undefined, `{"a":${JSON.stringify('[{,:'.repeat(60_000))}}`],
  [undefined, `{"a":${JSON.stringify('"[\\'.repeat(60_000))},"b":[]}`],
  [undefined, '"unfinished \\"'],
  [undefined, ''],
])('the exceeded bound of a body is %s', (exceeded, text) => {
  expect(exceededBound(Buffer.from(text))).toBe(exceeded);
});

test('a body may have as many values as an import has cells', () => {
  const row = Array.from({ length: importLimits.columns }, () => 'cell');
  const rows = Array.from({ length: importLimits.rows }, () => row);
  const text = JSON.stringify({ headings: row, rows, rowNumbers: [...rows.keys()] });
  expect(exceededBound(Buffer.from(text), importLimits.values)).toBeUndefined();
});

test.each([
  ['5,000 lists in each other', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['5,000 objects in each other', `${'{"a":'.repeat(5000)}0${'}'.repeat(5000)}`],
])('%s are a 400, with an Idempotency-Key too', async (_, value) => {
  const text = JSON.stringify({ list: 'lots', name: 'Deep', query: '', z: 0 }).replace('"z":0', `"z":${value}`);
  for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'idempotency-key': 'deep' }]) {
    const answer = await admin('POST', '/views', text, headers);
    expect([answer.status, answer.json.message]).toEqual([
      400,
      'The content is nested more deeply than any call takes.',
    ]);
  }
});

test('a body with too many values is a 413; a list that is too long has one fault', async () => {
  const objects = (count: number) => `[${Array.from({ length: count }, () => '{}').join(',')}]`;
  const many = await admin('POST', '/Production/create-multiple', objects(100_000), JSON_TYPE);
  expect([many.status, many.json.code]).toEqual([413, 'too_large']);
  const some = await admin('POST', '/Production/create-multiple', objects(201), JSON_TYPE);
  expect([some.status, some.json.errors]).toEqual([400, { body: ['At most 200 lines.'] }]);
  const ahead = Array.from({ length: 201 }, () => ({ productionDate: '2999-01-01' }));
  expect((await admin('POST', '/Production/create-multiple', ahead)).json.errors).toEqual(some.json.errors);
});

test('the inputs of a run are refused for too many lots together before any lot is checked', async () => {
  const lots = Array.from({ length: 20 }, () => ({}));
  const send = async (length: number) =>
    await admin('POST', '/production-runs', {
      productionDate: '2026-11-20',
      inputs: Array.from({ length }, () => ({ rawMaterialId: 1, quantity: 20, lots })),
    });
  const tooMany = await send(21);
  // Neither may put zod's own check back.
  await send(limits.lines + 1);
  await admin('POST', '/production-runs', { productionDate: '2026-11-20', inputs: 'none' });
  expect([tooMany.status, tooMany.json.errors]).toEqual([400, { inputs: [runTexts.tooManyLots] }]);
  expect((await send(21)).json.errors).toEqual(tooMany.json.errors);
  expect((await send(20)).json.errors).toHaveProperty(['inputs.0.lots.0.lotId']);
});

test('an answer names a limited number of faults', async () => {
  const lines = Array.from({ length: 2000 }, () => ({}));
  const count = await admin('POST', '/adjustments', { kind: 'count', date: '2999-01-01', lines });
  expect([count.status, Object.keys(count.json.errors).length]).toEqual([400, MAX_FAULTS]);
  const names = Array.from({ length: 900 }, (_, number) => `x${number}=1`).join('&');
  const list = await admin('GET', `/suppliers?${names}&page=0`);
  expect([list.status, Object.keys(list.json.errors).length]).toEqual([400, MAX_FAULTS]);
});

test('a sheet with too many rows or columns is refused before it is read', async () => {
  const send = async (over: object) =>
    await admin('POST', '/imports/suppliers', {
      headings: ['Name'],
      rows: [['x']],
      mode: 'check',
      onExisting: 'skip',
      ...over,
    });
  const rows = await send({ rows: Array.from({ length: importLimits.rows + 1 }, () => 0) });
  const tooMany = 'At most 10,000 rows at once; these are 10,001. Divide the sheet.';
  expect([rows.status, rows.json.errors]).toEqual([400, { rows: [tooMany] }]);
  const keys = Array.from({ length: importLimits.columns + 1 }, (_, number) => [`k${number}`, 0]);
  const mapping = await send({ mapping: Object.fromEntries(keys) });
  expect([mapping.status, mapping.json.errors]).toEqual([400, { mapping: ['At most 60 columns.'] }]);
  const cells = await send({ rows: Array.from({ length: 10_000 }, () => Array.from({ length: 60 }, () => false)) });
  expect([cells.status, Object.keys(cells.json.errors).length]).toEqual([400, MAX_FAULTS]);
});

test('the last of duplicate keys counts, and __proto__ is an unknown parameter like any other', async () => {
  const text = JSON.stringify(supplierFields({ name: 'First' })).replace('{', '{"name":"Zeroth",');
  const twice = await admin('POST', '/suppliers', text, JSON_TYPE);
  expect([twice.status, twice.json.name]).toEqual([201, 'First']);
  const query = await admin('GET', '/suppliers?page=1&__proto__=x');
  expect(query.status).toBe(400);
  expect(Object.entries(query.json.errors)).toEqual([['__proto__', ['This list has no parameter “__proto__”.']]]);
});
