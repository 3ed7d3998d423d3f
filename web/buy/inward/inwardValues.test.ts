import { expect, test } from 'vitest';
import { inwardInForm } from './inwardValues.ts';

test('a draft of an inward from an older version, without active content, can still be edited', () => {
  const kept = {
    inwardId: 1,
    supplierId: 1,
    supplierName: 'Hill Farms',
    invoiceNumber: 'HF/1',
    inwardDate: '2026-11-20',
    status: 'notpaid',
    hasBill: true,
    billFollows: '',
    subTotal: 2,
    totalGst: 0,
    grandTotal: 2,
    createdAt: '2026-11-20T05:00:00.000Z',
    updatedAt: '2026-11-20T05:00:00.000Z',
    rawMaterials: [],
    billAttachment: null,
  };
  expect(inwardInForm.safeParse(kept).error).toBeUndefined();
  expect(inwardInForm.safeParse({ ...kept, activeContent: ['scripts'] }).error).toBeUndefined();
});
