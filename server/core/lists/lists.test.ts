/** Query parameters of all lists (docs/domain.md, Lists), for each list that the API description marks as paged. */
import { beforeAll, describe, expect, test } from 'vitest';
import { masterRows } from '#contract/kinds.ts';
import { limits } from '#contract/core/fields.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { filtersOf, type Filter } from '#contract/core/filters.ts';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import { buildTestApp, type Answer, type Caller } from '#test/buildTestApp.ts';
import {
  addCategory,
  addInward,
  addMaterial,
  addProduct,
  addProduction,
  addRecipe,
  addSupplier,
  transactionCertificateFields,
  userFields,
} from '#test/factories.ts';
import { readDocument } from '#test/openApiDocument.ts';

type Row = Record<string, unknown>;

let admin: Caller;
/** The lists and their sort fields. */
let lists: Map<string, string[]>;
/** The query schema of each call that reads. */
let queries: Map<string, Endpoint['query']>;

/** Each list with its default order: newest first, except for those that are looked up otherwise. */
const defaults = [
  ['/Auth/users', 'userId', 'desc'],
  ...masterRows.map(({ apiPath, idField }) => [apiPath, idField, 'desc'] as const),
  ['/inward', 'inwardId', 'desc'],
  ['/inward/get-all-with-rawmaterials', 'inwardId', 'desc'],
  ['/Production', 'productionId', 'desc'],
  ['/Production/get-rawmaterial-stock', 'rawMaterialName', 'asc'],
  ['/Production/report', 'productionDate', 'desc'],
  ['/goods', 'batchNumber', 'desc'],
  ['/lots', 'lotId', 'desc'],
  ['/production-runs', 'runId', 'desc'],
  ['/dispatches', 'dispatchId', 'desc'],
  ['/recipes', 'recipeId', 'desc'],
  ['/adjustments', 'adjustmentId', 'desc'],
  ['/certificates', 'certificateId', 'desc'],
  ['/certification-bodies', 'certificationBodyId', 'desc'],
  ['/transaction-certificates', 'transactionCertificateId', 'desc'],
  ['/recalls', 'recallId', 'desc'],
] as const;

/** Names that tie, in mixed case, and two that differ only in LIKE wildcards. */
const names = ['tie b', 'Tie A', 'tie a', 'Tie B', 'tie a', 'tie c', 'Tie C', '50%_off', '50xyoff'];

/** Adds a record of this name to every list. */
async function addEverywhere(name: string, index: number, categoryId: number): Promise<void> {
  const status = index % 2;
  const supplier = await addSupplier(admin, { name, status, email: `${index % 3}@example.in` });
  const material = await addMaterial(admin, { name, unit: 'kg' });
  const fields = { name, status, phone: String(index % 4) };
  for (const { apiPath, resource } of masterRows) {
    if (!['suppliers', 'buyers', 'materials', 'products'].includes(resource)) await admin('POST', apiPath, fields);
  }
  const { buyerId } = (await admin('POST', '/buyers', fields)).json;
  const productId = await addProduct(admin, { name, categoryId, price: index % 3 });
  const dates = status ? { manufactureDate: `2026-10-0${1 + (index % 3)}` } : {};
  const batch = { productId, batchNumber: `${name}-${index}`, quantity: 1 + (index % 3), ...dates };
  const { finishedGoodId } = (await admin('POST', '/goods', batch)).json;
  const dispatchDate = `2026-11-0${1 + (index % 3)}`;
  const lines = [{ finishedGoodId, quantity: 1 }];
  await admin('POST', '/dispatches', { buyerId, dispatchDate, invoiceNumber: name, lines });
  await addRecipe(admin, productId, [[material, 1 + index]]);
  const document = { invoiceNumber: name, status: status ? 'paid' : 'notpaid', inwardDate: `2026-09-0${1 + status}` };
  const { rawMaterials } = await addInward(admin, supplier, [[material, 5 + (index % 2)]], document);
  await addProduction(admin, material, 1 + (index % 2), { productionDate: `2026-10-0${1 + (index % 3)}` });
  const kind = status ? 'opening' : 'count';
  const adjustment = { kind, date: `2026-10-0${1 + (index % 3)}`, reason: name };
  await admin('POST', '/adjustments', { ...adjustment, lines: [{ rawMaterialId: adjusted, quantity: 1 }] });
  const period = { validFrom: `2026-04-0${1 + (index % 3)}`, validTo: '2027-03-31' };
  const certificate = { holder: 'supplier', supplierId: supplier, scheme: 'NPOP', number: name, allItems: true };
  // Their names are unique.
  const { json: body } = await admin('POST', '/certification-bodies', { name: `${name} ${index}`, code: name });
  const { certificationBodyId } = body;
  await admin('POST', '/certificates', { ...certificate, ...period, certificationBodyId });
  const issued = { number: name, body: '', status: status ? 'issued' : 'applied', issuedOn: period.validFrom };
  const covering = transactionCertificateFields(supplier, rawMaterials[0].id, issued);
  await admin('POST', '/transaction-certificates', covering);
  await admin('POST', '/recalls', { kind: 'drill', title: name, reason: 'Drill', lotIds: [1] });
  // Addresses without a 50 in them, for which the lists are searched.
  const person = { fullName: name, email: `person.${index}@example.in`, userRole: status ? 'user' : 'manager' };
  await admin('POST', '/Auth/register', userFields(person));
}

let category: number;
/** Item of the adjustments, which no other list finds by its name. */
let adjusted: number;

beforeAll(async () => {
  const app = await buildTestApp();
  admin = await app.as('admin');
  const reading = app.endpoints.filter(({ method }) => method === 'GET');
  queries = new Map(reading.map(({ path, query }) => [path, query]));
  category = await addCategory(admin, 'Jams');
  adjusted = await addMaterial(admin, { name: 'Adjusted' });
  for (const [index, name] of names.entries()) await addEverywhere(name, index, category);
  const operations = readDocument((await admin('GET', '/openapi.json')).json);
  const paged = operations.filter(({ query }) => query.faulty.some(([name]) => name === 'page'));
  lists = new Map(paged.map(({ path, query }) => [path, query.choices.get('sort') ?? []]));
});

async function get(path: string, query: Record<string, string | number> = {}): Promise<Answer> {
  return await admin('GET', `${path}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`);
}

async function rowsOf(path: string, query: Record<string, string | number> = {}): Promise<Row[]> {
  const answer = await get(path, query);
  expect(answer.status, `${path} ${JSON.stringify(query)}: ${answer.text}`).toBe(200);
  return answer.json;
}

/** Reads all pages of three rows. */
async function pagesOf(path: string, query: Record<string, string | number>, total: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; page <= Math.ceil(total / 3); page += 1) {
    const answer = await get(path, { ...query, page, pageSize: 3 });
    expect([answer.status, answer.headers[TOTAL_COUNT_HEADER]], `${path}, page ${page}`).toEqual([200, String(total)]);
    rows.push(...answer.json);
  }
  return rows;
}

/** The filters of a list, as the screens read them. */
function filtersOfPath(path: string) {
  const query = queries.get(path);
  return query ? filtersOf(query) : [];
}

/** Queries that no row can answer to. */
function noneFor(name: string, filter: Filter): Record<string, string>[] {
  switch (filter.kind) {
    case 'record':
      return [{ [name]: '999999' }];
    case 'days':
      return [{ [name]: '2199-01-01' }, { [filter.to]: '1999-01-01' }];
    case 'amounts':
      return [{ [name]: '9999999' }, { [filter.to]: '0.01' }];
    case 'choice':
    default:
      return [];
  }
}

test('the API description has the lists that are tested here', () => {
  // With tests of their own: server/make/production/production.test.ts, server/office/history/history.test.ts, server/stock/lots/lots.test.ts, server/stock/lots/stockOn.test.ts, server/make/production/runCosts.test.ts.
  const paths = [
    ...defaults.map(([path]) => path),
    '/Production/report/days',
    '/activity',
    '/batch-costs',
    '/items',
    '/stock-on/items',
    '/stock-on/lots',
  ];
  const found = [...lists.keys()].filter((path) => !path.startsWith('/history/'));
  expect(found.toSorted()).toEqual(paths.toSorted());
});

describe.each(defaults)('%s', (path, by, order) => {
  test('is answered as a streamed array, and its pages have the same rows, each with the total', async () => {
    const whole = await get(path);
    expect([whole.status, whole.headers['content-length'], whole.headers[TOTAL_COUNT_HEADER]]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(whole.json.length).toBeGreaterThanOrEqual(names.length);
    expect(await pagesOf(path, {}, whole.json.length)).toEqual(whole.json);
    expect(await rowsOf(path, { page: 1 })).toEqual(whole.json.slice(0, 15));
    expect(await rowsOf(path, { pageSize: 2 })).toEqual(whole.json.slice(0, 2));
    expect((await rowsOf(path, { pageSize: 200 })).length).toBe(whole.json.length);
  });

  test('is empty past its last page, with the total', async () => {
    const total = String((await rowsOf(path)).length);
    for (const page of [99, 1_000_000_000]) {
      const past = await get(path, { page, pageSize: 200 });
      expect([past.status, past.json, past.headers[TOTAL_COUNT_HEADER]]).toEqual([200, [], total]);
    }
  });

  test('is in its default order when none is requested', async () => {
    expect(lists.get(path)?.[0]).toBe(by);
    const whole = await rowsOf(path);
    const sorted = await get(path, { sort: by, order });
    expect([sorted.json, sorted.headers[TOTAL_COUNT_HEADER]]).toEqual([whole, String(whole.length)]);
  });

  test('is sorted by each of its columns, up and down, in a stable order', async () => {
    const ids = (rows: Row[]) => rows.map((row) => JSON.stringify(row));
    for (const sort of lists.get(path) ?? []) {
      const up = await rowsOf(path, { sort });
      expect(await rowsOf(path, { sort, order: 'asc' }), sort).toEqual(up);
      expect(ids(await rowsOf(path, { sort, order: 'desc' })), sort).toEqual(ids(up).toReversed());
      expect(await pagesOf(path, { sort }, up.length), sort).toEqual(up);
      // Batch numbers have a natural order, with a test of its own; unknown values come first.
      if (sort === 'batchNumber') continue;
      const values = up.map((row) => (typeof row[sort] === 'string' ? row[sort].toLowerCase() : (row[sort] ?? '')));
      const inOrder = values.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
      expect(values, sort).toEqual(inOrder);
    }
  });

  test('is searched in any capitals, with wildcards taken literally, whole and by pages, in any order', async () => {
    // A lot is received and one is made.
    const perName = path === '/lots' ? 2 : 1;
    const whole = await rowsOf(path);
    const { json: found, headers } = await get(path, { search: 'TIE' });
    expect(found.length).toBeGreaterThanOrEqual(7);
    // Search and order leave the total of a whole list.
    expect(headers[TOTAL_COUNT_HEADER]).toBe(String(found.length));
    expect(found.length).toBeLessThan(whole.length);
    expect(await rowsOf(path, { search: ' tie ' })).toEqual(found);
    expect(await pagesOf(path, { search: 'tie' }, found.length)).toEqual(found);
    const [sort = ''] = lists.get(path)?.toReversed() ?? [];
    const sorted = await rowsOf(path, { search: 'tie', sort, order: 'desc' });
    expect(await pagesOf(path, { search: 'tie', sort, order: 'desc' }, found.length)).toEqual(sorted);
    for (const search of ['50%_off', '%_', '%', '_']) {
      expect(await rowsOf(path, { search }), search).toHaveLength(perName);
    }
    expect(await rowsOf(path, { search: '50' })).toHaveLength(2 * perName);
    for (const paged of [undefined, { page: 1 }]) {
      const none = await get(path, { search: 'nothing has this', ...paged });
      expect([none.json, none.headers[TOTAL_COUNT_HEADER]]).toEqual([[], '0']);
    }
    const blank = await get(path, { search: '  ' });
    expect([blank.json, blank.headers[TOTAL_COUNT_HEADER]]).toEqual([whole, String(whole.length)]);
  });

  test('is filtered by each of its filters, and by all of them at once', async () => {
    const whole = (await rowsOf(path)).map((row) => JSON.stringify(row));
    const narrowed = async (query: Record<string, string>) => {
      const rows = (await rowsOf(path, query)).map((row) => JSON.stringify(row));
      expect(
        rows.filter((row) => !whole.includes(row)),
        JSON.stringify(query),
      ).toEqual([]);
      expect(await pagesOf(path, query, rows.length)).toHaveLength(rows.length);
      return rows;
    };
    const all: Record<string, string> = {};
    for (const [name, filter] of filtersOfPath(path)) {
      const none = noneFor(name, filter);
      for (const query of none) expect(await narrowed(query), JSON.stringify(query)).toEqual([]);
      const options = filter.kind === 'choice' ? filter.options : [];
      const counts = await Promise.all(options.map(async ({ value }) => (await narrowed({ [name]: value })).length));
      if (counts.length > 0) expect(Math.min(...counts), name).toBeLessThan(whole.length);
      Object.assign(all, options[0] && { [name]: options[0].value }, ...none);
    }
    await narrowed({ ...all, search: 'tie' });
  });

  test('accepts several values of a filter, which find the rows of each value', async () => {
    for (const [name, filter] of filtersOfPath(path)) {
      if (filter.kind !== 'choice' && filter.kind !== 'record') continue;
      const values = filter.kind === 'choice' ? filter.options.map(({ value }) => value) : ['1', '2', '3'];
      const asked = values.slice(0, 2);
      const query = new URLSearchParams([...asked, asked[0] ?? ''].map((value) => [name, value]));
      const { status, json, text } = await admin('GET', `${path}?${query}`);
      expect(status, `${path}?${query}: ${text}`).toBe(200);
      const each = await Promise.all(asked.map((value) => rowsOf(path, { [name]: value })));
      const texts = new Set(each.flat().map((row) => JSON.stringify(row)));
      const found = (await rowsOf(path)).filter((row) => texts.has(JSON.stringify(row)));
      expect(json, `${path}?${query}`).toEqual(found);
      const page = await admin('GET', `${path}?${query}&page=1&pageSize=2`);
      expect([page.json, page.headers[TOTAL_COUNT_HEADER]]).toEqual([found.slice(0, 2), String(found.length)]);
      const many = Array.from({ length: limits.filterValues }, () => `&${name}=${values[0]}`).join('');
      expect((await admin('GET', `${path}?page=1${many}`)).status).toBe(200);
      for (const wrong of [`${name}=${values[0]}${many}`, `${name}=${values[0]}&${name}=x`]) {
        const refused = await admin('GET', `${path}?${wrong}`);
        expect([refused.status, Object.keys(refused.json.errors)], wrong).toEqual([400, [name]]);
      }
    }
  });

  test.each([
    ['sort', ['', 'id', 'name desc', '__proto__', 'constructor', 'password_hash', 'deleted_at', 'NAME']],
    ['order', ['', 'ASC', 'up', 'desc nulls last']],
    ['page', ['', '0', '-1', '1.5', 'x', '1e99', '1000000001']],
    ['pageSize', ['', '0', '-1', '2.5', 'x', '201']],
    ['search', ['x'.repeat(201), '\u0000']],
    ['Sort', ['name']],
    ['statuss', ['1']],
    ['constructor', ['1']],
  ])('a faulty %s is a 400 that names it', async (name, values) => {
    for (const value of values) {
      const { status, json } = await get(path, { [name]: value });
      expect([status, json.code, Object.keys(json.errors)], value).toEqual([400, 'invalid', [name]]);
    }
  });
});

test('a search ignores the case of all letters, in every list', async () => {
  await addEverywhere('ÉLAN Ärzte ΟΔΟΣ मसाला', names.length, category);
  for (const [path] of defaults) {
    for (const search of ['élan', 'éL', 'ÄRZTE οδος', 'οδοσ', 'मसाला', 'मस']) {
      expect((await rowsOf(path, { search })).length, `${path} ${search}`).toBeGreaterThan(0);
      expect((await rowsOf(path, { search, page: 1 })).length, `${path} ${search}`).toBeGreaterThan(0);
    }
    expect(await rowsOf(path, { search: 'elan' }), path).toEqual([]);
  }
});
