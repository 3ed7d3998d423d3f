import { expect, test } from 'vitest';
import type { DispatchRecord } from '#contract/ship/dispatches.ts';
import { bodyLines } from './dispatchBody.ts';
import { valuesOf } from '../dispatchValues.ts';

type Line = DispatchRecord['lines'][number];

function recorded(dispatchLineId: number, itemId: number, lotId: number, quantity: number): Line {
  const names = { itemName: `Item ${itemId}`, lotCode: `LOT-${lotId}`, unit: 'jar' };
  return { dispatchLineId, itemId, lotId, quantity, ...names, finishedGoodId: null, expiresOn: null, returnedQty: 0 };
}

const lines = [
  recorded(1, 1, 10, 3),
  recorded(2, 2, 20, 7),
  recorded(3, 1, 11, 4),
  recorded(4, 1, 10, 2),
  recorded(5, 1, 12, 1),
];

const record: DispatchRecord = {
  dispatchId: 1,
  buyerId: 1,
  buyerName: 'Corner',
  dispatchDate: '2026-11-20',
  invoiceNumber: 'GD/1',
  vehicle: '',
  transportDocument: '',
  transactionCertificate: '',
  inspectionCertificate: '',
  importCertificate: '',
  soldAs: null,
  soldAsReason: '',
  afterExpiryReason: '',
  note: '',
  lines,
  createdAt: '2026-11-20T06:00:00.000Z',
  updatedAt: '2026-11-20T06:00:00.000Z',
};

const lot = (lotId: number, ownQty: number) => ({
  lotId,
  code: `LOT-${lotId}`,
  madeOrReceivedOn: '2026-11-01',
  expiresOn: null,
  state: 'released' as const,
  stateReason: '',
  onHandQty: ownQty + 100,
  ownQty,
});
const batches = new Map([
  [1, [lot(10, 5), lot(11, 4), lot(12, 1)]],
  [2, [lot(20, 7)]],
]);

test('a product has one line with its batches, and a batch dispatched in two lines has two', () => {
  const values = valuesOf(record);
  expect(values.lines.map(({ item, quantity }) => [item?.itemId, quantity])).toEqual([
    [1, '7'],
    [2, '7'],
    [1, '3'],
  ]);
  const sent = bodyLines(values, batches).map(({ line: { lotId, quantity } }) => `${quantity} of ${lotId}`);
  expect(sent.toSorted()).toEqual(['1 of 12', '2 of 10', '3 of 10', '4 of 11', '7 of 20']);
});
