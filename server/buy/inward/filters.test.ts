import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const [wayanad, turmeric] = [
  await addSupplier(admin, { name: 'Wayanad' }),
  await addMaterial(admin, { name: 'Turmeric' }),
];
const other = await addSupplier(admin, { name: 'Other' });
const pepper = await addMaterial(admin, { name: 'Pepper' });
const add = async (
  [supplierId, invoiceNumber, inwardDate, status]: [number, string, string, string],
  [rawMaterialId, quantity, pricePerUnit, totalGst]: [number, number, number, number],
) => {
  const rawMaterials = [{ rawMaterialId, quantity, pricePerUnit }];
  await addInward(admin, supplierId, [], { invoiceNumber, inwardDate, status, totalGst, rawMaterials });
};
await add([wayanad, 'W/1', '2026-09-30', 'notpaid'], [turmeric, 10, 100.25, 50]);
await add([wayanad, 'W/2', '2026-10-01', 'notpaid'], [turmeric, 2.5, 120.1, 15.01]);
await add([wayanad, 'W/3', '2026-10-31', 'paid'], [pepper, 1, 600, 30]);
await add([other, 'O/1', '2026-10-15', 'notpaid'], [turmeric, 1, 99.99, 0]);

const numbers = async (query: string) =>
  (await admin('GET', `/inward/get-all-with-rawmaterials?${query}`)).json
    .map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber)
    .toSorted();

test.each<[string, () => string, string[]]>([
  ['supplier', () => `supplierId=${wayanad}`, ['W/1', 'W/2', 'W/3']],
  ['status', () => 'status=paid', ['W/3']],
  ['a month', () => 'inwardDateFrom=2026-10-01&inwardDateTo=2026-10-31', ['O/1', 'W/2', 'W/3']],
  ['raw material', () => `rawMaterialId=${turmeric}`, ['O/1', 'W/1', 'W/2']],
  ['bill', () => 'hasBill=false', []],
  ['amount', () => 'grandTotalFrom=99.99&grandTotalTo=315.26', ['O/1', 'W/2']],
  ['an amount beyond all', () => 'grandTotalTo=9500000000', ['O/1', 'W/1', 'W/2', 'W/3']],
  ['all of them', () => `supplierId=${wayanad}&status=notpaid&inwardDateFrom=2026-10-01&hasBill=true`, ['W/2']],
  ['and a search', () => `status=notpaid&search=pepper`, []],
])('inwards are filtered by %s', async (_, query, expected) => {
  expect(await numbers(query())).toEqual(expected);
  const { json } = await admin('GET', `/inward/totals?${query()}`);
  expect(json.count).toBe(expected.length);
  expect((await admin('GET', `/inward?${query()}&page=1&pageSize=1`)).headers['x-total-count']).toBe(
    String(expected.length),
  );
});

test('the totals are exact to the paisa, and include the unpaid sum', async () => {
  // 10 × 100.25 + 50 = 1,052.50; 2.5 × 120.10 + 15.01 = 315.26; 600 + 30 = 630; 99.99.
  expect((await admin('GET', '/inward/totals')).json).toEqual({
    count: 4,
    subTotal: 2002.74,
    totalGst: 95.01,
    grandTotal: 2097.75,
    notPaid: 1467.75,
  });
  expect((await admin('GET', '/inward/totals?search=nothing+such')).json).toMatchObject({ count: 0, grandTotal: 0 });
});

test('a filter value that cannot be read is a 400 that names the filter', async () => {
  const query = 'status=unpaid&hasBill=maybe&inwardDateFrom=yesterday&grandTotalTo=-1&supplierId=x';
  const { status, json } = await admin('GET', `/inward/totals?${query}`);
  expect([status, Object.keys(json.errors).toSorted()]).toEqual([
    400,
    ['grandTotalTo', 'hasBill', 'inwardDateFrom', 'status', 'supplierId'],
  ]);
});
