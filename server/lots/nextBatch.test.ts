import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addProduct } from '#test/factories.ts';

let admin: Caller;

beforeAll(async () => {
  admin = await (await buildTestApp()).as('admin');
});

describe('the next batch of a product', () => {
  test('is the last one plus 1, by the pattern where there is one, and free', async () => {
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
});
