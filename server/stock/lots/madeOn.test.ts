/** A label declares a date of manufacture where one was entered: of the batch itself, or of its run. */
import { expect, test } from 'vitest';
import { datesOf } from '#contract/stock/labels/labelTexts.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct } from '#test/factories.ts';

const admin = await (await buildTestApp()).as('admin');
const productId = await addProduct(admin, { name: 'Turmeric powder', unit: 'jar' });

async function findLot(batchNumber: string) {
  const [found] = (await admin('GET', `/lots?search=${batchNumber}`)).json;
  const one = (await admin('GET', `/lots/${found.lotId}`)).json;
  expect(one.madeOn).toBe(found.madeOn);
  return one;
}

test('a batch without a date of manufacture and without a run has no date on its label', async () => {
  const undated = { productId, batchNumber: 'UNDATED-1', quantity: 5, expiryDate: '2027-11-19' };
  expect((await admin('POST', '/goods', undated)).status).toBe(201);
  const lot = await findLot('UNDATED-1');
  expect(lot.madeOn).toBeNull();
  expect(datesOf(lot)).toEqual(['Best before 19-11-2027']);
});

test('a batch has its own date on its label, or else the day of its run', async () => {
  const dated = { productId, batchNumber: 'DATED-1', quantity: 5, manufactureDate: '2026-10-02' };
  expect((await admin('POST', '/goods', dated)).status).toBe(201);
  expect(datesOf(await findLot('DATED-1'))).toEqual(['Made 02-10-2026']);

  const rawMaterialId = await addMaterial(admin, { name: 'Turmeric', unit: 'kg' });
  const lines = [{ rawMaterialId, quantity: 10 }];
  expect((await admin('POST', '/adjustments', { kind: 'opening', date: '2026-10-01', lines })).status).toBe(201);
  const run = await admin('POST', '/production-runs', {
    productionDate: '2026-10-03',
    inputs: [{ rawMaterialId, quantity: 2 }],
    outputs: [{ productId, batchNumber: 'RUN-1', quantity: 5 }],
  });
  expect(run.status, run.text).toBe(201);
  expect(datesOf(await findLot('RUN-1'))).toEqual(['Made 03-10-2026']);

  const [received] = (await admin('GET', '/lots?origin=opening')).json;
  expect([received.madeOn, datesOf(received)]).toEqual([null, ['Received 01-10-2026']]);
});
