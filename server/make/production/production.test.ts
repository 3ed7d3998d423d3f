import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier, stockOf } from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const user = await app.as('user');
const supplier = await addSupplier(admin);

async function stocked(quantity: number, over: object = {}): Promise<number> {
  const material = await addMaterial(admin, over);
  await addInward(admin, supplier, [[material, quantity]]);
  return material;
}

const line = (rawMaterialId: number, quantity: number) => ({ rawMaterialId, quantity, productionDate: '2026-11-10' });

test('a production is in progress by default, and every role may record one', async () => {
  const material = await stocked(10.5, { name: 'Amla' });
  const { status, json } = await user('POST', '/Production', line(material, 4));
  expect([status, json]).toEqual([
    201,
    expect.objectContaining({
      rawMaterialName: 'Amla',
      unit: 'kg',
      quantity: 4,
      status: 'in_progress',
      productionDate: '2026-11-10',
    }),
  ]);
  expect(await stockOf(admin, material)).toEqual([10.5, 4, 6.5]);
  const completed = { ...line(material, 4), status: 'completed' };
  expect((await admin('PUT', `/Production/${json.productionId}`, completed)).json.status).toBe('completed');
  // An update without a status keeps it.
  expect((await admin('PUT', `/Production/${json.productionId}`, line(material, 4))).json.status).toBe('completed');
  expect((await user('PUT', `/Production/${json.productionId}`, line(material, 5))).status).toBe(403);
  expect((await user('DELETE', `/Production/${json.productionId}`)).status).toBe(403);
});

describe('the smallest quantity of a material', () => {
  const least = (name: string, quantity: string) =>
    `Quantity for ${name} is below ${quantity}, its smallest quantity for production.`;
  const leastInline = (quantity: string) => `Quantity must be at least ${quantity}.`;

  test('is 1 unit by default and can be lowered, and a 400 names every line below it', async () => {
    const [whole, fine] = [
      await stocked(10, { name: 'Ginger', minProductionQuantity: undefined }),
      await stocked(10, { name: 'Saffron', unit: 'g', minProductionQuantity: 0.25 }),
    ];
    const { json } = await admin('GET', `/Production/get-rawmaterial-stock?search=saffron`);
    expect(json).toMatchObject([{ rawMaterialId: fine, minProductionQuantity: 0.25 }]);
    const one = await admin('POST', '/Production', line(whole, 0.999));
    expect([one.status, one.json]).toEqual([
      400,
      { code: 'invalid', message: least('Ginger', '1 kg'), errors: { quantity: [leastInline('1 kg')] } },
    ]);
    const many = [line(whole, 1), line(fine, 0.249), line(fine, 0.25), line(999, 1), line(whole, 0.5)];
    const several = await admin('POST', '/Production/create-multiple', many);
    expect([several.status, several.json.errors]).toEqual([
      400,
      {
        '1.quantity': [leastInline('0.250 g')],
        '3.rawMaterialId': ['This raw material does not exist.'],
        '4.quantity': [leastInline('1 kg')],
      },
    ]);
    expect(await stockOf(admin, whole)).toEqual([10, 0, 10]);
    expect((await admin('POST', '/Production/create-multiple', many.slice(2, 3))).status).toBe(201);
    expect((await admin('POST', '/Production', line(whole, 1))).status).toBe(201);
  });

  test('does not apply to an earlier production while its quantity stays', async () => {
    const material = await stocked(10, { name: 'Clove', minProductionQuantity: 0.1 });
    const other = await stocked(10, { name: 'Mace', minProductionQuantity: undefined });
    const id = await addProduction(admin, material, 0.5);
    const raised = await admin('PUT', `/materials/${material}`, {
      name: 'Clove',
      unit: 'kg',
      minProductionQuantity: 2,
    });
    expect([raised.status, raised.json.minProductionQuantity]).toEqual([200, 2]);
    const change = async (over: object) =>
      await admin('PUT', `/Production/${id}`, { ...line(material, 0.5), status: 'completed', ...over });
    expect((await change({ productionDate: '2026-11-11' })).json).toMatchObject({ quantity: 0.5, status: 'completed' });
    for (const over of [{ quantity: 0.4 }, { quantity: 1.999 }, { rawMaterialId: other }]) {
      const refused = await change(over);
      expect([refused.status, Object.keys(refused.json.errors)], JSON.stringify(over)).toEqual([400, ['quantity']]);
    }
    expect((await change({ quantity: 2 })).json.quantity).toBe(2);
  });
});

describe('create-multiple', () => {
  test('saves all lines or none, and names every line beyond the balance', async () => {
    const [full, scarce, scarcer] = [
      await stocked(100),
      await stocked(6.5, { name: 'Kokum rind' }),
      await stocked(1, { name: 'Amla, dried' }),
    ];
    const answer = await admin('POST', '/Production/create-multiple', [
      line(full, 1),
      line(scarce, 6.501),
      line(scarcer, 2),
    ]);
    expect([answer.status, answer.json]).toEqual([
      409,
      {
        code: 'conflict',
        message:
          'Quantity for Kokum rind exceeds available balance!\nQuantity for Amla, dried exceeds available balance!',
        errors: {
          '1.quantity': ['Quantity exceeds available balance! Max: 6.5'],
          '2.quantity': ['Quantity exceeds available balance! Max: 1'],
        },
      },
    ]);
    expect(await stockOf(admin, full)).toEqual([100, 0, 100]);
  });

  test('counts the same material on two lines together', async () => {
    const material = await stocked(5, { name: 'Brahmi' });
    const answer = await admin('POST', '/Production/create-multiple', [line(material, 3), line(material, 2.5)]);
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([409, ['0.quantity', '1.quantity']]);
    const fits = await admin('POST', '/Production/create-multiple', [line(material, 3), line(material, 2)]);
    expect([fits.status, fits.json.length]).toEqual([201, 2]);
    expect(await stockOf(admin, material)).toEqual([5, 5, 0]);
  });

  test('refuses an empty list', async () => {
    const answer = await admin('POST', '/Production/create-multiple', []);
    expect([answer.status, answer.json.errors]).toEqual([400, { body: ['Please fill all required fields'] }]);
  });
});

describe('a production that is one of several inputs of a run', () => {
  async function recorded(second: object) {
    const material = await stocked(20, { name: 'Tulsi' });
    const lines = [line(material, 3), { ...line(material, 4), ...second }];
    const { status, json } = await admin('POST', '/Production/create-multiple', lines);
    expect(status).toBe(201);
    return { material, ids: json.map(({ productionId }: { productionId: number }) => productionId) };
  }
  const read = async (id: number) => (await admin('GET', `/Production/${id}`)).json;

  test('is changed and deleted without touching the others', async () => {
    const other = await stocked(20);
    const { material, ids } = await recorded({ rawMaterialId: other, productionDate: '2026-11-12' });
    const [first, second] = ids;
    const before = await read(second);
    const changed = { ...line(material, 5), productionDate: '2026-11-11' };
    expect((await admin('PUT', `/Production/${first}`, changed)).json).toMatchObject(changed);
    expect(await read(second)).toEqual(before);
    expect((await admin('DELETE', `/Production/${first}`)).status).toBe(200);
    expect(await read(second)).toEqual(before);
    expect((await admin('GET', `/production-runs/${before.runId}`)).json.productionDate).toBe('2026-11-12');
    expect((await admin('GET', `/history/production/${second}`)).json).toHaveLength(1);
    expect([await stockOf(admin, material), await stockOf(admin, other)]).toEqual([
      [20, 0, 20],
      [20, 4, 16],
    ]);
  });

  test('is refused at its own fields', async () => {
    const { material, ids } = await recorded({});
    const put = async (over: object) => await admin('PUT', `/Production/${ids[0]}`, { ...line(material, 3), ...over });
    const short = await put({ quantity: 16.001 });
    expect([short.status, short.json.message, short.json.errors]).toEqual([
      409,
      'Quantity for Tulsi exceeds available balance!',
      { quantity: ['Quantity exceeds available balance! Max: 16'] },
    ]);
    expect((await put({ rawMaterialId: 999_999 })).json.errors).toEqual({
      rawMaterialId: ['This raw material does not exist.'],
    });
    expect((await put({ quantity: 16 })).status).toBe(200);
  });
});

test('the stock list is in the order of names, can be searched, and sorted by balance', async () => {
  const [low, high] = [await stocked(1, { name: 'Stocked b' }), await stocked(2, { name: 'stocked A' })];
  const rows = async (query: string) =>
    (await admin('GET', `/Production/get-rawmaterial-stock?search=stocked&${query}`)).json.map(
      (row: { rawMaterialId: number }) => row.rawMaterialId,
    );
  expect(await rows('page=1')).toEqual([high, low]);
  expect(await rows('')).toEqual([high, low]);
  expect(await rows('sort=balanceQty&order=asc')).toEqual([low, high]);
});

test('the stock of one material is read by its id', async () => {
  const material = await stocked(3, { name: 'By id' });
  const { json } = await admin('GET', `/Production/get-rawmaterial-stock/${material}`);
  expect(json).toMatchObject({ rawMaterialId: material, rawMaterialName: 'By id', balanceQty: 3 });
  expect((await admin('GET', '/Production/get-rawmaterial-stock/999999')).status).toBe(404);
});

test('the report spells its fields as specified, newest date first', async () => {
  const material = await stocked(10, { name: 'Reported' });
  await addProduction(admin, material, 1, { productionDate: '2026-11-10' });
  await addProduction(admin, material, 2, { productionDate: '2026-11-12', status: 'completed' });
  const { json } = await admin('GET', '/Production/report?search=reported');
  expect(json).toEqual([
    { rawmaterialID: material, productionDate: '2026-11-12', quantity: 2, status: 'completed' },
    { rawmaterialID: material, productionDate: '2026-11-10', quantity: 1, status: 'in_progress' },
  ]);
});

test('the report by days has a row for each date with all that was consumed on it, and reflects every change', async () => {
  const turmeric = await stocked(50, { name: 'Daily turmeric' });
  const honey = await stocked(50, { name: 'Daily honey' });
  const early = await addProduction(admin, turmeric, 1, { productionDate: '2024-02-29' });
  await addProduction(admin, honey, 2, { productionDate: '2024-02-29', status: 'completed' });
  const late = await addProduction(admin, turmeric, 3, { productionDate: '2024-03-01' });
  const days = async (query = 'search=daily') => {
    const answer = await admin('GET', `/Production/report/days?page=1&${query}`);
    return { rows: answer.json, total: Number(answer.headers['x-total-count']) };
  };
  const firstDay = {
    productionDate: '2024-02-29',
    // The status of the date's newest production, the first in the report.
    status: 'completed',
    runs: 2,
    runsInProgress: 1,
    rawMaterials: [
      { rawmaterialID: honey, quantity: 2 },
      { rawmaterialID: turmeric, quantity: 1 },
    ],
  };
  const secondDay = (quantity: number) => ({
    productionDate: '2024-03-01',
    status: 'in_progress',
    runs: 1,
    runsInProgress: 1,
    rawMaterials: [{ rawmaterialID: turmeric, quantity }],
  });
  expect(await days()).toEqual({ rows: [secondDay(3), firstDay], total: 2 });
  expect(await days('search=daily%20HONEY')).toEqual({ rows: [firstDay], total: 1 });
  const { total } = await days('');
  expect((await days(`pageSize=1&sort=productionDate&order=asc`)).rows).toEqual([firstDay]);

  const moved = { rawMaterialId: turmeric, quantity: 4, productionDate: '2024-03-01', status: 'in_progress' };
  await admin('PUT', `/Production/${early}`, moved);
  await admin('DELETE', `/Production/${late}`);
  expect((await days()).rows).toEqual([
    secondDay(4),
    { ...firstDay, runs: 1, runsInProgress: 0, rawMaterials: [{ rawmaterialID: honey, quantity: 2 }] },
  ]);
  await admin('DELETE', `/Production/${early}`);
  expect((await days('')).total).toBe(total - 1);
});

test('a single production has the lots from which it consumed', async () => {
  const material = await addMaterial(admin);
  const first = await addInward(admin, supplier, [[material, 1]], { invoiceNumber: 'L-1', inwardDate: '2026-10-01' });
  await addInward(admin, supplier, [[material, 5]], { invoiceNumber: 'L-2', inwardDate: '2026-10-02' });
  const opening = { kind: 'opening', date: '2026-10-03', lines: [{ rawMaterialId: material, quantity: 3 }] };
  expect((await admin('POST', '/adjustments', opening)).status).toBe(201);
  const { json } = await admin('GET', `/Production/${await addProduction(admin, material, 7)}`);
  expect(json.lots).toEqual([
    expect.objectContaining({
      inwardId: first.inwardId,
      lotId: first.rawMaterials[0].id,
      invoiceNumber: 'L-1',
      inwardDate: '2026-10-01',
      quantity: 1,
    }),
    expect.objectContaining({ invoiceNumber: 'L-2', quantity: 5 }),
    expect.objectContaining({ inwardId: null, invoiceNumber: null, inwardDate: '2026-10-03', quantity: 1 }),
  ]);
});

test('the list is searched by material and status, and edits and deletions show', async () => {
  const material = await stocked(10, { name: 'Listed' });
  const id = await addProduction(admin, material, 1);
  const { json } = await admin('GET', '/Production?search=listed&page=1');
  expect(json.map((row: { productionId: number }) => row.productionId)).toEqual([id]);
  expect((await admin('GET', `/Production?search=${encodeURIComponent('in progress')}`)).json.length).toBeGreaterThan(
    0,
  );
  const changed = await admin('PUT', `/Production/${id}`, { ...json[0], status: 'completed', quantity: 2 });
  expect([changed.status, changed.json.status, changed.json.quantity]).toEqual([200, 'completed', 2]);
  const otherSession = app.withToken(await app.sessionOf('admin'));
  const late = await otherSession('PUT', `/Production/${id}`, { ...json[0], quantity: 3 });
  expect(late.status).toBe(409);
  expect((await admin('DELETE', `/Production/${id}`)).status).toBe(200);
  expect((await admin('GET', '/Production?search=listed')).json).toEqual([]);
  expect((await admin('GET', `/Production/${id}`)).status).toBe(404);
});
