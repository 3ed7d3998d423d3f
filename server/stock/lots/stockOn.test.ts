/** Stock on any day: with the movements until then. */
import { beforeAll, expect, test } from 'vitest';
import { daysAfter } from '#contract/core/values/dates.ts';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addProduction, addSupplier } from '#test/factories.ts';

let admin: Caller;
let turmeric: { rawMaterialId: number; itemId: number };

async function got(path: string) {
  const { status, json, text } = await admin('GET', path);
  expect(status, text).toBe(200);
  return json;
}

beforeAll(async () => {
  const app = await buildTestApp();
  admin = await app.as('admin');
  const supplierId = await addSupplier(admin, { name: 'Malwa Farmers' });
  const rawMaterialId = await addMaterial(admin, { name: 'Turmeric', unit: 'kg' });
  const lines = (quantity: number, pricePerUnit: number) => ({
    rawMaterials: [{ rawMaterialId, quantity, pricePerUnit }],
  });
  await addInward(admin, supplierId, [], { inwardDate: '2026-09-10', invoiceNumber: 'W/1', ...lines(100, 80.5) });
  await addInward(admin, supplierId, [], { inwardDate: '2026-10-20', invoiceNumber: 'W/2', ...lines(50, 90) });
  await addProduction(admin, rawMaterialId, 30.25, { productionDate: '2026-09-30' });
  const corrected = await addProduction(admin, rawMaterialId, 10, { productionDate: '2026-10-31' });
  const { status } = await admin('PUT', `/Production/${corrected}`, {
    productionId: corrected,
    rawMaterialId,
    quantity: 12,
    productionDate: '2026-10-31',
    status: 'completed',
  });
  expect(status).toBe(200);
  const productId = await addProduct(admin, { name: 'Haldi 100 g', unit: 'jar' });
  const run = await admin('POST', '/production-runs', {
    productionDate: '2026-11-05',
    status: 'completed',
    inputs: [{ rawMaterialId, quantity: 20 }],
    outputs: [{ productId, batchNumber: 'H-1', quantity: 190 }],
  });
  expect(run.status, run.text).toBe(201);
  const items = await got('/items');
  const { itemId } = items.find((item: { rawMaterialId: number }) => item.rawMaterialId === rawMaterialId);
  turmeric = { rawMaterialId, itemId };
});

test('the stock of an item on a day is the sum of its movements by the end of the day, at the prices of its lots', async () => {
  const on = async (day: string) => (await got(`/stock-on/items?asOn=${day}&kind=rawMaterial`))[0];
  expect(await on('2026-09-09')).toMatchObject({ inQty: 0, balanceQty: 0, value: 0, withoutPrice: 0 });
  expect(await on('2026-09-30')).toMatchObject({ inQty: 100, usedQty: 30.25, balanceQty: 69.75, value: 5614.88 });
  // 69.75 - 12 of the first lot at 80.50, 50 of the second at 90.
  expect(await on('2026-10-31')).toMatchObject({ inQty: 150, usedQty: 42.25, balanceQty: 107.75, value: 9148.88 });
});

test('the stock on today is that of the lists of stock and lots', async () => {
  const [stock] = await got('/Production/get-rawmaterial-stock');
  const [on] = await got('/stock-on/items?asOn=2026-11-20&kind=rawMaterial');
  expect([on.inQty, on.usedQty, on.balanceQty]).toEqual([stock.totalInwardQty, stock.usedQty, stock.balanceQty]);
  const lots = await got('/lots');
  const lotsOn = await got('/stock-on/lots?asOn=2026-11-20');
  const figures = (rows: { code: string; onHandQty: number; value: number }[]) =>
    rows.map(({ code, onHandQty, value }) => [code, onHandQty, value]);
  expect(figures(lotsOn)).toEqual(figures(lots));
  const sum = lots.reduce((total: number, { value }: { value: number }) => total + Math.round(value * 100), 0) / 100;
  // 30.250 kg at 80.50 are in a run that is in progress.
  const inProductionValue = 2435.13;
  expect(await got('/stock-on/value?asOn=2026-11-20')).toEqual({ value: sum, withoutPrice: 0, inProductionValue });
  // The value equals the sum over the list, under every filter.
  for (const narrowed of ['search=tur', 'search=malwa', 'search=nothing', 'hasStock=false', 'kind=product']) {
    const rows: { value: number }[] = await got(`/stock-on/lots?asOn=2026-11-20&${narrowed}`);
    const { value } = await got(`/stock-on/value?asOn=2026-11-20&${narrowed}`);
    expect(value, narrowed).toBeCloseTo(
      rows.reduce((all, row) => all + row.value, 0),
      2,
    );
  }
  const [item] = await got('/stock-on/items?asOn=2026-11-20&kind=rawMaterial&search=tur');
  expect((await got('/stock-on/value?asOn=2026-11-20&kind=rawMaterial&list=items&search=tur')).value).toBe(item.value);
});

test('lots and products on a day can be searched and filtered', async () => {
  const codes = async (query: string) =>
    (await got(`/stock-on/lots?${query}`)).map(({ onHandQty, itemName }: { onHandQty: number; itemName: string }) => [
      itemName,
      onHandQty,
    ]);
  expect(await codes('asOn=2026-09-30')).toEqual([['Turmeric', 69.75]]);
  expect(await codes('asOn=2026-11-05&kind=product')).toEqual([['Haldi 100 g', 190]]);
  expect(await codes('asOn=2026-11-05&search=malwa&sort=madeOrReceivedOn')).toEqual([
    ['Turmeric', 37.75],
    ['Turmeric', 50],
  ]);
  expect(await codes('asOn=2026-11-05&hasStock=false')).toEqual([]);
  const [product] = await got('/stock-on/items?asOn=2026-11-05&kind=product');
  // 20 kg at 80.50 became 190 jars, which cost 1,610 together.
  expect(product).toMatchObject({ inQty: 190, balanceQty: 190, value: 1610 });
});

test('the ledger has opening, each document net of corrections, and closing', async () => {
  const { itemId } = turmeric;
  const ledger = await got(`/stock-ledger?itemId=${itemId}&from=2026-10-01&to=2026-10-31`);
  expect(ledger).toMatchObject({ itemName: 'Turmeric', unit: 'kg', opening: 69.75, in: 50, out: 12, closing: 107.75 });
  expect(ledger.rows).toMatchObject([
    { day: '2026-10-20', document: { kind: 'inward', label: 'W/2' }, in: 50, out: 0, balance: 119.75 },
    {
      day: '2026-10-31',
      document: { kind: 'run', label: 'Production of 31-10-2026' },
      in: 0,
      out: 12,
      balance: 107.75,
    },
  ]);
  const whole = await got(`/stock-ledger?itemId=${itemId}`);
  expect(whole).toMatchObject({ opening: 0, closing: 87.75 });
  expect(whole.rows).toHaveLength(5);
});

test('the closing of each day is the opening of the next and the stock on that day', async () => {
  const days = ['2026-09-10', '2026-09-30', '2026-10-20', '2026-10-31', '2026-11-05'];
  for (const day of days) {
    const { closing } = await got(`/stock-ledger?itemId=${turmeric.itemId}&to=${day}`);
    const { opening } = await got(`/stock-ledger?itemId=${turmeric.itemId}&from=${daysAfter(day, 1)}`);
    const [on] = await got(`/stock-on/items?asOn=${day}&kind=rawMaterial`);
    expect([opening, on.balanceQty]).toEqual([closing, closing]);
  }
});

test('a faulty day or period is a 400, and an unknown item a 404', async () => {
  const refused = async (path: string) => (await admin('GET', path)).status;
  expect(await refused('/stock-on/items')).toBe(400);
  expect(await refused('/stock-on/lots?asOn=2026-02-30')).toBe(400);
  expect(await refused('/stock-ledger?itemId=9999')).toBe(404);
  expect(await refused(`/stock-ledger?itemId=${turmeric.itemId}&from=2026-10-02&to=2026-10-01`)).toBe(400);
});
