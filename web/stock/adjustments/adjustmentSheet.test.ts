import { expect, test } from 'vitest';
import { adjustmentSheet } from './adjustmentSheet.ts';

const line = {
  adjustmentLineId: 1,
  lotId: 1,
  lotCode: 'OPEN-1',
  itemId: 1,
  rawMaterialId: 1,
  productId: null,
  itemName: 'Turmeric',
  unit: 'kg',
  expiresOn: null,
  quantity: 5,
  ledgerQuantity: null,
  pricePerUnit: null,
  claim: 'organic',
  supplierId: null,
  supplierName: null,
  dispatchLineId: null,
  dispatchId: null,
  dispatchNumber: null,
  buyerId: null,
  buyerName: null,
  reason: '',
  value: null,
} as const;

test('the sheet of opening stock has the claim of each lot, in the words of its import', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const opening = { adjustmentId: 1, kind: 'opening', date: '2026-11-01', reason: '', value: null } as const;
  const lines = [line, { ...line, lotCode: 'OPEN-2', claim: null }];
  const posted = { state: 'posted' as const, countedBy: null, waitingLines: [] };
  const record = { ...opening, ...posted, supplierId: null, supplierName: null, lines, createdAt: at, updatedAt: at };
  const column = adjustmentSheet.headings.indexOf('Claim');
  expect(adjustmentSheet.rowsOf(record).map((cells) => cells[column])).toEqual(['Organic', null]);
});
