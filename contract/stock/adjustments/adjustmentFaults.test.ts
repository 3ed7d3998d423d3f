import { expect, test } from 'vitest';
import { adjustmentFaults } from './adjustmentFaults.ts';
import { adjustmentTexts } from './adjustmentTexts.ts';

const item = { rawMaterialId: 3, productId: null };

test.each([
  ['opening', { quantity: 1 }, { rawMaterialId: adjustmentTexts.itemRequired }],
  ['opening', { ...item, lotId: 7, quantity: 1 }, { lotId: adjustmentTexts.lotUnknown }],
  ['opening', { ...item, quantity: 0 }, { quantity: adjustmentTexts.quantityInvalid }],
  ['count', { quantity: 1 }, { rawMaterialId: adjustmentTexts.itemRequired }],
  ['count', { lotId: 7, quantity: 0 }, {}],
  ['count', { ...item, quantity: 0 }, { quantity: adjustmentTexts.quantityInvalid }],
  ['writeOff', { quantity: 1 }, { lotId: adjustmentTexts.lotRequired }],
  ['supplierReturn', { ...item, quantity: 1 }, { lotId: adjustmentTexts.lotRequired }],
  ['buyerReturn', { ...item, quantity: 1 }, { dispatchLineId: adjustmentTexts.dispatchRequired }],
] as const)('a new line of kind %s with %o has the faults %o', (kind, line, faults) => {
  const atLine = Object.fromEntries(Object.entries(faults).map(([field, text]) => [`lines.0.${field}`, text]));
  const adjustment = { kind, reason: 'Spoilt', supplierId: 1, lines: [line] };
  expect(adjustmentFaults(adjustment, () => false)).toEqual(atLine);
});

test.each(['opening', 'buyerReturn'] as const)('a stored line of kind %s may name its lot alone', (kind) => {
  expect(adjustmentFaults({ kind, lines: [{ lotId: 7, quantity: 1 }] }, () => true)).toEqual({});
});

test('a lot may be in one line alone', () => {
  const lines = [1, 2, 1].map((lotId) => ({ lotId, quantity: 1 }));
  expect(adjustmentFaults({ kind: 'count', lines }, () => false)).toEqual({
    'lines.2.lotId': adjustmentTexts.lotTwice,
  });
});

test('a write-off has a reason and a return to a supplier its supplier', () => {
  const lines = [{ lotId: 1, quantity: 1 }];
  expect(Object.keys(adjustmentFaults({ kind: 'writeOff', reason: ' ', lines }, () => false))).toEqual(['reason']);
  expect(Object.keys(adjustmentFaults({ kind: 'supplierReturn', lines }, () => false))).toEqual(['supplierId']);
});
