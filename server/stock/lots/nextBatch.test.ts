import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { batchNumberField } from '#contract/stock/lots/batchNumber.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { accepts } from '../../core/records/series.ts';

const admin = await (await buildTestApp()).as('admin');
const { itemOf } = worldOf(admin);

describe('the proposed batch number of a product', () => {
  test('is the last one plus 1, by the pattern of the product if it has one', async () => {
    const productId = await addProduct(admin, { name: 'Proposals', unit: 'jar' });
    const items = (await admin('GET', '/items')).json;
    const { itemId } = items.find((each: { productId: number }) => each.productId === productId);
    const next = async () => (await admin('GET', `/items/${itemId}/next-batch?day=2026-11-20`)).json;
    expect(await next()).toEqual({ batchNumber: 'PRO-2611-01', expiresOn: null });
    await admin('POST', '/goods', { productId, batchNumber: 'PP-009', quantity: 1 });
    expect((await next()).batchNumber).toBe('PP-010');
    const item = (await admin('GET', `/items/${itemId}`)).json;
    await admin('PUT', `/items/${itemId}`, { ...item, batchPattern: 'PP{yy}-{n}', shelfLifeDays: 270 });
    expect(await next()).toEqual({ batchNumber: 'PP26-1', expiresOn: '2027-08-17' });
    await admin('POST', '/goods', { productId, batchNumber: 'PP26-9', quantity: 1 });
    expect((await next()).batchNumber).toBe('PP26-10');
  });

  test('fits its field, and passes over existing numbers that leave no room', async () => {
    const productId = await addProduct(admin, { name: 'Room', unit: 'jar' });
    const item = await itemOf({ productId });
    const next = async (day = '2026-11-20') => (await admin('GET', `/items/${item.itemId}/next-batch?day=${day}`)).json;
    const make = async (batchNumber: string) => {
      const made = await admin('POST', '/goods', { productId, batchNumber, quantity: 1 });
      expect(made.status, made.text).toBe(201);
    };
    const longest = (beginning: string) => beginning.padEnd(60, '9');
    await make(longest('ROO-2611-'));
    expect((await next()).batchNumber).toBe('ROO-2611-01');
    await make('RM-7');
    await make(longest('RM-'));
    await make(longest('RM-1'));
    expect((await next()).batchNumber).toBe('RM-8');
    await admin('PUT', `/items/${item.itemId}`, {
      ...item,
      batchPattern: `${'x'.repeat(20)}{n}`,
      shelfLifeDays: 36_500,
    });
    await make(longest('x'.repeat(20)));
    expect((await next()).batchNumber).toBe(`${'x'.repeat(20)}1`);
    // No field takes the day.
    expect(await next('2999-11-20')).toMatchObject({ expiresOn: null });
    for (let nth = 0; nth < 25; nth += 1) await make(`${'9'.repeat(57)}/${nth + 10}`.padStart(60, '0'));
    const { batchNumber } = await next();
    expect(accepts(batchNumberField, batchNumber)).toBe(true);
  });
});

describe('the code of a lot that was entered without one', () => {
  test('fits its field and is unique, whatever codes exist', async () => {
    const supplierId = await addSupplier(admin);
    const rawMaterialId = await addMaterial(admin, { name: 'Zinger' });
    const codeOf = async () => {
      const inward = await addInward(admin, supplierId, [[rawMaterialId, 1]], { inwardDate: '2026-11-10' });
      return inward.rawMaterials[0].lotCode;
    };
    const open = async (code: string) => {
      const lines = [{ rawMaterialId, quantity: 1, code }];
      const opened = await admin('POST', '/adjustments', { kind: 'opening', date: '2026-11-10', reason: '', lines });
      expect(opened.status, opened.text).toBe(201);
    };
    await open('ZIN-2611-'.padEnd(60, '9'));
    await open(`ZIN-2611-${'9'.repeat(16)}`);
    expect(await codeOf()).toBe('ZIN-2611-01');
    // The last number of a series: those behind it are looked up.
    await open(`ZIN-2611-${'9'.repeat(15)}`);
    await open(`ZIN-2611-1${'0'.repeat(15)}`);
    expect(await codeOf()).toBe(`ZIN-2611-1${'0'.repeat(14)}1`);
    expect(await codeOf()).toBe(`ZIN-2611-1${'0'.repeat(14)}2`);
  });

  test('fits its field and is unique, also for returned goods', async () => {
    const productId = await addProduct(admin);
    const batchNumber = 'B'.repeat(60);
    const { lotId } = (await admin('POST', '/goods', { productId, batchNumber, quantity: 9 })).json;
    const beginning = `${'B'.repeat(54)}-R`;
    for (const code of [`${beginning}9999`, `${beginning}998`]) {
      await admin('POST', '/goods', { productId, batchNumber: code, quantity: 1 });
    }
    const { buyerId } = (await admin('POST', '/buyers', { name: 'Buyer', phone: '9811111112', status: 1 })).json;
    const dispatch = { buyerId, dispatchDate: '2026-11-20', invoiceNumber: 'R/1', lines: [{ lotId, quantity: 9 }] };
    const [sent] = (await admin('POST', '/dispatches', dispatch)).json.lines;
    const codes: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const lines = [{ dispatchLineId: sent.dispatchLineId, quantity: 1 }];
      const back = await admin('POST', '/adjustments', { kind: 'buyerReturn', date: '2026-11-20', reason: '', lines });
      expect(back.status, back.text).toBe(201);
      codes.push(back.json.lines[0].lotCode ?? back.json.lines[0].code);
    }
    expect(codes).toEqual([`${beginning}999`, `${beginning}1000`, `${beginning}1001`]);
  });
});
