/** An office whose every print takes several pages: many lots of one material, many products of them, sent to one buyer. */
import {
  addCategory,
  addInward,
  addMaterial,
  addProduct,
  addRun,
  addSupplier,
  batchFields,
  certificateFields,
  dispatchFields,
} from '#test/factories.ts';
import type { Caller } from '#test/buildTestApp.ts';

/** More than two pages of one-line rows. */
const MANY = 120;
const LONG = 24;
const RECEIVED_DAYS = 28;

const two = (number: number) => String(number).padStart(2, '0');

/** The ids that the addresses of the prints name. */
export interface LongPrints {
  itemId: number;
  materialId: number;
  inwardId: number;
  dispatchId: number;
  runId: number;
  recallId: number;
  buyerId: number;
  bigLotId: number;
  bigBatchId: number;
}

export async function fillLongPrints(call: Caller): Promise<LongPrints> {
  const company = (await call('GET', '/company')).json;
  await call('PUT', '/company', { ...company, name: 'Sahyadri "Organics" Pvt Ltd', address: 'Nashik Road' });
  const supplierId = await addSupplier(call, { name: 'Himadri Growers', phone: '9447032040' });
  await call('POST', '/certificates', certificateFields(supplierId));
  const turmeric = await addMaterial(call, { name: 'Turmeric fingers' });
  for (let index = 0; index < MANY; index += 1) {
    const inwardDate = `2026-10-${two(1 + (index % RECEIVED_DAYS))}`;
    await addInward(call, supplierId, [[turmeric, 10]], { inwardDate, invoiceNumber: `HG/${index}` });
  }
  // With a name that takes many lines, a page of the list is several of paper.
  const long = await addMaterial(call, { name: `Longname ${'of a very fine and rare spice '.repeat(6).trim()}` });
  const lines = Array.from({ length: LONG }, (): [number, number] => [long, 1]);
  for (let index = 0; index < MANY; index += 1) lines.push([await addMaterial(call, { name: `Herb no. ${index}` }), 1]);
  const inward = await addInward(call, supplierId, lines, { inwardDate: '2026-10-29', invoiceNumber: 'HG/LONG' });
  const categoryId = await addCategory(call, 'Spices');
  const lotIds: number[] = [];
  for (let index = 0; index < MANY; index += 1) {
    const unit = index % 2 === 0 ? 'kg' : 'jar';
    const productId = await addProduct(call, { name: `Spice no. ${index}`, categoryId, unit });
    const run = await addRun(call, [{ rawMaterialId: turmeric, quantity: 2 }], {
      outputs: [batchFields(productId, 1, { batchNumber: `SP-${1000 + index}` })],
      losses: [],
    });
    lotIds.push(run.outputs[0].lotId);
  }
  const bigProduct = await addProduct(call, { name: 'Masala of all', categoryId, unit: 'kg' });
  const big = await addRun(call, [{ rawMaterialId: turmeric, quantity: 900 }], {
    outputs: [batchFields(bigProduct, 890, { batchNumber: 'BIG-1' })],
  });
  const buyerId = (await call('POST', '/buyers', { name: 'Green Basket', address: 'MG Road', status: 1 })).json.buyerId;
  const sent = lotIds.map((lotId) => ({ lotId, quantity: 0.5 }));
  const dispatched = await call('POST', '/dispatches', dispatchFields(buyerId, sent, { invoiceNumber: 'SO/77' }));
  if (dispatched.status !== 201) throw new Error(dispatched.text);
  const lots: { lotId: number; itemId: number }[] = (await call('GET', '/lots?search=Turmeric')).json;
  const body = {
    kind: 'real',
    title: 'Metal in a bag',
    reason: 'A splinter was found',
    lotIds: lots.map(({ lotId }) => lotId),
  };
  const recall = await call('POST', '/recalls', body);
  if (recall.status !== 201) throw new Error(recall.text);
  return {
    itemId: lots[0]?.itemId ?? 0,
    materialId: turmeric,
    inwardId: inward.inwardId,
    dispatchId: dispatched.json.dispatchId,
    runId: big.runId,
    recallId: recall.json.recallId,
    buyerId,
    bigLotId: big.outputs[0].lotId,
    bigBatchId: big.outputs[0].finishedGoodId,
  };
}
