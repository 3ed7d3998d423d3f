/**
 * Every kind of record, by hand: its calls (specification §7), its fields (§3), and the rules of a change. Requests are
 * those of the specification's screens: all fields as read, with the id.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { errorTexts } from '#contract/core/errors.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addCategory,
  addInward,
  addMaterial,
  addProduct,
  addProduction,
  addSupplier,
  dataUrl,
  inwardFields,
  pdf,
  transactionCertificateFields,
  userFields,
} from '#test/factories.ts';

type Row = Record<string, unknown>;

interface Kind {
  idField: string;
  /** Its name in the history. */
  resource: string;
  /** Where it is listed, added, changed and deleted, if not all at one path. */
  paths: { list: string; add?: string; change?: string; remove?: string };
  fields: () => Row;
  /** Fields of the answer that were sent otherwise, or not. */
  told: () => Row;
  change: Row;
  deleted: string;
}

const party = {
  name: 'Hill Farms',
  email: 'hill@example.in',
  gstinNumber: '29ABCDE1234F1ZW',
  phone: '9811111112',
  address: '12 Market Road',
  status: 0,
};
const lasting = { manufactureDate: '2026-11-01', expiryDate: '2027-11-01' };
const timestamp: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const own = { createdAt: timestamp, updatedAt: timestamp };

let count = 0;

const app = await buildTestApp();
const admin = await app.as('admin');
const otherSession = app.withToken(await app.sessionOf('admin'));
const supplierId = await addSupplier(admin);
const rawMaterialId = await addMaterial(admin);
const categoryId = await addCategory(admin);
const productId = await addProduct(admin, { categoryId });
const inwardDate = '2026-10-01';
const [bought] = (await addInward(admin, supplierId, [[rawMaterialId, 1000]], { inwardDate })).rawMaterials;
const { json: items } = await admin('GET', '/items');
const itemId = items.find((item: { rawMaterialId: number }) => item.rawMaterialId === rawMaterialId).itemId;
const { buyerId } = (await admin('POST', '/buyers', { name: 'Buyer', status: 1 })).json;
const { lotId } = (await admin('POST', '/goods', { productId, batchNumber: 'R-1', quantity: 500 })).json;

/** A kind whose calls are all at the path of its list. */
function regular(
  [list, idField, resource = list.slice(1).toLowerCase()]: [path: string, idField: string, resource?: string],
  fields: () => Row,
  change: Row,
  deleted: string,
  told: () => Row = () => own,
): Kind {
  return { idField, resource, paths: { list }, fields, told, change, deleted };
}

const inwardOfTen = () => inwardFields(supplierId, [[rawMaterialId, 10.5]], { status: 'paid', totalGst: 18.5 });
const line: unknown = expect.objectContaining({ quantity: 10.5, pricePerUnit: 10, totalAmount: 105 });

const ingredient = () => ({ rawMaterialId, productId: null, quantity: 8.25, plannedLossPercent: 1.5 });

const kinds: Kind[] = [
  {
    idField: 'userId',
    resource: 'users',
    paths: {
      list: '/Auth/users',
      add: '/Auth/register',
      change: '/Auth/edit-user/{id}',
      remove: '/Auth/delete-user/{id}',
    },
    fields: () => userFields({ userRole: 'Manager' }),
    // The role in small letters, however it was sent.
    told: () => ({ userRole: 'manager', status: 1, updatedAt: timestamp, password: undefined }),
    change: { fullName: 'Meena Joshi' },
    deleted: 'User deleted successfully',
  },
  regular(['/suppliers', 'supplierId'], () => party, { name: 'Hill Farms Ltd' }, 'Supplier deleted successfully!'),
  regular(['/buyers', 'buyerId'], () => ({ ...party, phone: '12' }), { name: 'Shop' }, 'Buyer deleted successfully!'),
  regular(
    ['/Categories', 'categoryId'],
    () => ({ name: 'Spices', description: 'Whole and ground', status: 0 }),
    { status: 1 },
    'Category deleted successfully!',
  ),
  regular(
    ['/materials', 'rawMaterialId'],
    () => ({ name: 'Turmeric', description: 'Whole fingers', unit: 'kg' }),
    { description: 'Ground' },
    'Material deleted successfully!',
    () => ({ categoryId: null, ...own }),
  ),
  regular(
    ['/products', 'productId'],
    () => ({ name: 'Turmeric powder', description: 'In a jar', price: 90.1, unit: 'jar', categoryId }),
    { price: 0.1 },
    'Product deleted successfully!',
  ),
  regular(
    ['/goods', 'finishedGoodId'],
    () => ({ productId, batchNumber: `T-${(count += 1)}`, quantity: 1.5, status: 'sold', ...lasting }),
    { quantity: 40 },
    'Finished good deleted successfully!',
  ),
  regular(['/inward', 'inwardId'], inwardOfTen, { inwardDate: '2026-11-02' }, 'Deleted successfully!', () => ({
    grandTotal: 123.5,
    billAttachment: dataUrl(pdf),
    rawMaterials: [line],
    ...own,
  })),
  regular(
    ['/adjustments', 'adjustmentId'],
    () => ({ kind: 'opening', date: '2026-11-10', reason: 'Begun', lines: [{ rawMaterialId, quantity: 2.5 }] }),
    { reason: 'Begun late' },
    'Adjustment deleted successfully!',
    () => ({ lines: [expect.objectContaining({ quantity: 2.5, rawMaterialId })], supplierId: null, ...own }),
  ),
  regular(
    ['/Production', 'productionId'],
    () => ({ rawMaterialId, quantity: 3.5, productionDate: '2026-11-10', status: 'in_progress' }),
    { status: 'completed' },
    'Production deleted successfully!',
    () => ({}),
  ),
  {
    idField: 'runId',
    resource: 'runs',
    paths: { list: '/production-runs' },
    fields: () => ({
      productionDate: '2026-11-10',
      status: 'in_progress',
      note: '',
      inputs: [{ rawMaterialId, quantity: 2 }],
    }),
    told: () => ({ inputs: [expect.objectContaining({ rawMaterialId, quantity: 2 })], recipeId: null, ...own }),
    change: { note: 'Ground twice' },
    deleted: 'Production deleted successfully!',
  },
  regular(
    ['/dispatches', 'dispatchId'],
    () => ({ buyerId, dispatchDate: '2026-11-15', invoiceNumber: 'GD/1', lines: [{ lotId, quantity: 2.5 }] }),
    { vehicle: 'MH 04 KU 2291' },
    'Dispatch deleted successfully!',
    () => ({ lines: [expect.objectContaining({ lotId, quantity: 2.5, returnedQty: 0 })], ...own }),
  ),
  regular(
    ['/certificates', 'certificateId'],
    () => ({
      holder: 'supplier',
      supplierId,
      scheme: 'NPOP',
      number: `ORG/${(count += 1)}`,
      body: 'Indocert',
      validFrom: '2026-04-01',
      validTo: '2027-03-31',
      allItems: false,
      itemIds: [itemId],
      withdrawnOn: null,
    }),
    { body: 'Lacon' },
    'Certificate deleted successfully!',
    () => ({ items: [expect.objectContaining({ itemId })], hasFile: false, ...own }),
  ),
  regular(
    ['/certification-bodies', 'certificationBodyId', 'certificationBodies'],
    () => ({
      name: `Body ${(count += 1)}`,
      code: 'IN-ORG-006',
      suspensions: [{ scheme: 'EU', from: '2026-05-20', until: '2026-09-01' }],
    }),
    { suspensions: [{ scheme: 'EU', from: '2026-05-20', until: null }] },
    'Certification body deleted successfully!',
    () => ({ certificates: 0, ...own }),
  ),
  regular(
    ['/transaction-certificates', 'transactionCertificateId', 'transactionCertificates'],
    () => transactionCertificateFields(supplierId, bought.id),
    { body: 'Lacon' },
    'Transaction certificate deleted successfully!',
    () => ({ lines: [expect.objectContaining({ lineId: bought.id, quantity: 1 })], ...own }),
  ),
  regular(
    ['/recipes', 'recipeId'],
    () => ({ productId, outputQuantity: 40, expectedYieldPercent: 98.5, note: 'Grind twice', lines: [ingredient()] }),
    { outputQuantity: 50 },
    'Recipe deleted successfully!',
    () => ({ lines: [expect.objectContaining(ingredient())], ...own }),
  ),
];

/** A value with each of its numbers as a text, at any depth. */
function numbersAsTexts(value: Row): Row {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'number' ? String(part) : part));
}

test('a text that is no plain number, or has more digits than one, is no number', async () => {
  const product = { name: 'Jar', unit: 'jar', categoryId: String(categoryId), price: '90.10' };
  const { status, json } = await admin('POST', '/products', product);
  expect([status, json.categoryId, json.price]).toEqual([201, categoryId, 90.1]);
  for (const price of [
    '1,250',
    '1e3',
    '0x10',
    '12.5 kg',
    '٣',
    '₹ 12',
    ' ',
    '',
    '12.',
    '.5',
    '1'.repeat(13),
    '1.0000001',
  ]) {
    const refused = await admin('POST', '/products', { ...product, price });
    expect([refused.status, Object.keys(refused.json.errors)], price).toEqual([400, ['price']]);
  }
  const none = await admin('POST', '/materials', { name: 'Loose', unit: 'kg', categoryId: '' });
  expect([none.status, none.json.categoryId]).toEqual([201, null]);
});

test('a call without a body may name a media type', async () => {
  const { categoryId: id } = (await admin('POST', '/Categories', { name: 'To delete', status: 1 })).json;
  const typed = { 'content-type': 'application/json' };
  expect((await admin('DELETE', `/Categories/${id}`, undefined, typed)).status).toBe(200);
  expect((await admin('POST', '/Categories', undefined, typed)).status).toBe(400);
});

test('every call that changes a record is tested here or in a named file', () => {
  const changed = kinds.map(({ paths }) => (paths.change ?? `${paths.list}/{id}`).replace('{id}', ':id'));
  // A run in progress is tried in server/make/production/runs.test.ts, a view in server/office/views/views.test.ts; lots and items come with their documents and masters: server/stock/lots/lots.test.ts. Settings are the weekly mail, server/office/dashboard/weeklyMail.test.ts, and the company, server/office/company/company.test.ts.
  const puts = app.endpoints.filter(({ method }) => method === 'PUT').map(({ path }) => path);
  const settings = ['/production-runs/:id/progress', '/weekly-mail', '/company'];
  const others = ['lots', 'recalls', 'items', 'views'].map((name) => `/${name}/:id`);
  expect(puts.toSorted()).toEqual([...changed, ...others, ...settings].toSorted());
});

describe.each(kinds)('$resource', ({ idField, resource, paths, fields, told, change, deleted }) => {
  const { list, add = list, change: one = `${list}/{id}`, remove = one } = paths;
  const at = (path: string, id: unknown) => path.replace('{id}', String(id));
  const isUser = resource === 'users';
  let id: number;

  const put = async (body: Row, of: unknown = id) => await admin('PUT', at(one, of), body);
  const listed = async () => (await admin('GET', list)).json.find((row: Row) => row[idField] === id);
  // Users are read by their list alone.
  const read = async (): Promise<Row> => (isUser ? await listed() : (await admin('GET', at(one, id))).json);

  beforeEach(async () => {
    // A form for a new record sends an empty id.
    const { status, json, text } = await admin('POST', add, { ...(!isUser && { [idField]: 0 }), ...fields() });
    expect(status, text).toBe(201);
    id = json[idField];
  });

  test('is added, listed, read, changed and deleted by its calls, each with an event in the history', async () => {
    const sent = fields();
    const expected = { ...sent, ...told() };
    if ('password' in expected) delete expected['password'];
    const added = await admin('POST', add, sent);
    id = added.json[idField];
    expect([added.status, id]).toEqual([201, expect.any(Number)]);
    const before = await read();
    expect(before).toEqual(expect.objectContaining(expected));
    expect(await listed()).toMatchObject({ [idField]: id });
    const changed = await put({ ...before, ...change, [idField]: id });
    expect([changed.status, changed.json], changed.text).toEqual([
      200,
      expect.objectContaining({ [idField]: id, ...change }),
    ]);
    expect(await read()).toEqual({ ...before, ...change, updatedAt: changed.json.updatedAt });
    const removed = await admin('DELETE', at(remove, id));
    expect([removed.status, removed.json]).toEqual([200, { message: deleted }]);
    expect(await listed()).toBeUndefined();
    const gone = [await put(before), await admin('DELETE', at(remove, id))];
    if (!isUser) gone.push(await admin('GET', at(one, id)));
    for (const { status, json } of gone) expect([status, json.code]).toEqual([404, 'not_found']);
    const trail = await app.store.db
      .selectFrom('audit_event')
      .select(['action', 'before', 'after'])
      .where('resource', '=', resource)
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    const [field = ''] = Object.keys(change);
    const [created, updated, deletion] = trail.map(({ action, before: from, after: to }) => [
      action,
      from && JSON.parse(from)[field],
      to && JSON.parse(to)[field],
    ]);
    expect([created, updated, deletion]).toEqual([
      ['create', null, updated?.[1]],
      ['update', expect.anything(), expect.anything()],
      ['delete', updated?.[2], null],
    ]);
    expect(updated?.[2]).not.toEqual(updated?.[1]);
  });

  test('is unchanged but for its time when its own answer is saved, and computed fields are computed again', async () => {
    const made = { createdAt: '2001-01-01T00:00:00.000Z', subTotal: 1, hasBill: false, lots: [], colour: 'green' };
    const names = { supplierName: 'x', rawMaterialName: 'x', productName: 'x', categoryName: 'x' };
    for (const more of [{}, { ...made, ...names, grandTotal: 30 }]) {
      const before = await read();
      const answer = await put({ ...before, ...more });
      expect(answer.status, answer.text).toBe(200);
      const after = await read();
      expect(after).toEqual({ ...before, updatedAt: answer.json.updatedAt });
      expect(String(after['updatedAt']) > String(before['updatedAt'])).toBe(true);
    }
  });

  test('takes its numbers as texts, as selects and inputs of a form give them', async () => {
    const before = await read();
    const answer = await put(numbersAsTexts(before));
    expect(answer.status, answer.text).toBe(200);
    expect(await read()).toEqual({ ...before, updatedAt: answer.json.updatedAt });
  });

  test('with another id in the body than in the path is a 400 that names it, for an inward also without one, and stores nothing', async () => {
    const before = await read();
    const events = async () => await app.store.db.selectFrom('audit_event').select('id').execute();
    const recorded = await events();
    const none = resource === 'inward' ? [undefined, null, 0] : [];
    for (const other of [id + 1, String(id + 1), 1.5, -1, ...none]) {
      const { status, json, text } = await put({ ...before, [idField]: other });
      expect([status, Object.keys(json.errors ?? {})], text).toEqual([400, [idField]]);
      if (resource === 'inward' && !other)
        expect(json.errors[idField]).toEqual(['Updating an inward takes its inwardId.']);
    }
    expect([await read(), await events()]).toEqual([before, recorded]);
  });

  test('with an id that does not exist is a 404, with the same id in the body or, but for an inward, none', async () => {
    const { [idField]: _, ...without } = await read();
    const same = { ...without, [idField]: 999_999 };
    for (const body of resource === 'inward' ? [same] : [without, same]) {
      const { status, json } = await put(body, 999_999);
      expect([status, json.code]).toEqual([404, 'not_found']);
    }
  });

  test('without an id in the path is a 404, and with undefined, null, NaN or 0 a 400', async () => {
    const before = await read();
    for (const path of [list, `${list}/`]) expect((await admin('PUT', path, before)).status).toBe(404);
    for (const none of ['undefined', 'null', 'NaN', '0']) {
      const { status, json } = await put(before, none);
      expect([status, json.errors], none).toEqual([400, { id: ['This is not an id.'] }]);
    }
  });

  test('is not changed by an outdated change, also at the same moment and after the clock was set back', async () => {
    const before = await read();
    app.clock.moves = false;
    app.clock.now = new Date(String(before['updatedAt']));
    expect((await otherSession('PUT', at(one, id), { ...before, ...change })).status).toBe(200);
    for (const back of [0, 60_000]) {
      app.clock.now = new Date(app.clock.now.getTime() - back);
      const late = await put({ ...before, ...change });
      expect([late.status, late.json.code, late.json.message]).toEqual([409, 'conflict', errorTexts.changedMeanwhile]);
    }
    app.clock.moves = true;
    // Scripts may leave out `updatedAt`, plain clients send it empty.
    for (const updatedAt of [undefined, null, '']) expect((await put({ ...before, updatedAt })).status).toBe(200);
  });

  test('is changed by its own session from the version that it read first, unless another one came between or If-Match is sent', async () => {
    const before = await read();
    for (const again of [1, 2, 3]) {
      const answer = await put({ ...before, ...change });
      expect(answer.status, `${again}: ${answer.text}`).toBe(200);
    }
    const exact = { 'if-match': `"${String(before['updatedAt'])}"` };
    expect((await admin('PUT', at(one, id), { ...before, ...change }, exact)).status).toBe(409);
    const current = await read();
    expect((await admin('PUT', at(one, id), current, exact)).status).toBe(200);
    // The window that compares versions is another editor than the rest of its session.
    expect((await put(before)).status).toBe(409);
    const second = await read();
    expect((await otherSession('PUT', at(one, id), second)).status).toBe(200);
    expect((await put(await read())).status).toBe(200);
    for (const version of [before, second]) expect((await put(version)).status).toBe(409);
  });
});

test('an inward keeps its bill when it is changed without one, with null, an empty text, or with its row of the list', async () => {
  const { inwardId } = await addInward(admin, supplierId, [[rawMaterialId, 3]]);
  const path = `/inward/${inwardId}`;
  const fields = inwardFields(supplierId, [[rawMaterialId, 5]], { inwardId });
  const { billAttachment: _, ...without } = fields;
  const [listed] = (await admin('GET', '/inward/get-all-with-rawmaterials?sort=inwardId&order=desc')).json;
  const row = { ...listed, updatedAt: null };
  for (const body of [row, without, { ...fields, billAttachment: null }, { ...fields, billAttachment: '' }]) {
    const answer = await admin('PUT', path, body);
    expect([answer.status, answer.json.hasBill], answer.text).toEqual([200, true]);
    expect((await admin('GET', path)).json.billAttachment).toBe(dataUrl(pdf));
  }
});

const consumption = () => ({ rawMaterialId, quantity: 2, productionDate: '2026-11-19', status: 'in_progress' });
/** grandTotal is the sub-total, as the specification's client sends it. */
const inward = (over: object = {}) =>
  inwardFields(supplierId, [], {
    totalGst: 5,
    grandTotal: 125,
    rawMaterials: [{ rawMaterialId, quantity: 50, pricePerUnit: 2.5, totalAmount: 125 }],
    ...over,
  });

test('GET /Production/report and GET /Production/get-rawmaterial-stock have the used and the remaining quantity', async () => {
  const material = await addMaterial(admin, { name: 'Kokum' });
  await addInward(admin, supplierId, [[material, 10]]);
  await addProduction(admin, material, 3);
  await addProduction(admin, material, 1.5);
  const report = (await admin('GET', '/Production/report')).json;
  const ofMaterial = report.filter((row: { rawmaterialID: number }) => row.rawmaterialID === material);
  expect(ofMaterial.map((row: { quantity: number }) => row.quantity).toSorted((a: number, b: number) => a - b)).toEqual(
    [1.5, 3],
  );
  const stock = (await admin('GET', '/Production/get-rawmaterial-stock')).json;
  const figures = { totalInwardQty: 10, usedQty: 4.5, adjustedQty: 0, balanceQty: 5.5, onHoldQty: 0 };
  const named = { rawMaterialName: 'Kokum', unit: 'kg', minProductionQuantity: 0.001 };
  expect(stock).toContainEqual({ rawMaterialId: material, itemId: expect.any(Number), ...named, ...figures });
});

test('POST /Production/create-multiple accepts an array and answers the records', async () => {
  const { status, json } = await admin('POST', '/Production/create-multiple', [consumption(), consumption()]);
  expect(status).toBe(201);
  expect(json).toMatchObject([consumption(), consumption()]);
});

test('an inward is sent with its status in small letters and its bill, and totals are computed again', async () => {
  const { json } = await admin('POST', '/inward', inward({ status: 'paid', billAttachment: dataUrl(pdf) }));
  expect(json).toMatchObject({ status: 'paid', hasBill: true, totalGst: 5, subTotal: 125, grandTotal: 130 });
  expect(json.rawMaterials).toMatchObject([{ rawMaterialId, quantity: 50, pricePerUnit: 2.5, totalAmount: 125 }]);
  const again = inward({ inwardId: json.inwardId, status: 'notpaid', billAttachment: null, grandTotal: 1 });
  const changed = await admin('PUT', `/inward/${json.inwardId}`, again);
  expect(changed.json).toMatchObject({ status: 'notpaid', hasBill: true, grandTotal: 130 });
});
