import { expect, test } from 'vitest';
import { openingStockSheet } from '#contract/stock/adjustments/openingStockSheet.ts';
import { matchHeadings } from '#contract/stock/sheets/headings.ts';
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

const posted = { state: 'posted' as const, countedBy: null, countedById: null, waitingLines: [] };

test('the sheet of opening stock has the claim of each lot, in the words of its import', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const opening = { adjustmentId: 1, kind: 'opening', date: '2026-11-01', reason: '', value: null } as const;
  const lines = [line, { ...line, lotCode: 'OPEN-2', claim: null }];
  const record = { ...opening, ...posted, supplierId: null, supplierName: null, lines, createdAt: at, updatedAt: at };
  const column = adjustmentSheet.headings.indexOf('Claim');
  expect(adjustmentSheet.rowsOf(record).map((cells) => cells[column])).toEqual(['Organic', null]);
});

test('opening stock and counts are summed below, in columns that the import does not read', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const document = { adjustmentId: 1, date: '2026-11-01', reason: '', supplierId: null, supplierName: null, ...posted };
  const lines = [
    { ...line, value: 0.1 },
    { ...line, value: 0.2 },
  ];
  const totals = adjustmentSheet.totalsOf([
    { ...document, kind: 'opening', value: 0.3, lines, createdAt: at, updatedAt: at },
    { ...document, kind: 'count', value: -5.5, lines: [{ ...line, value: -5.5 }], createdAt: at, updatedAt: at },
    { ...document, kind: 'buyerReturn', value: null, lines: [line], createdAt: at, updatedAt: at },
  ]);
  const { headings } = adjustmentSheet;
  const fields = matchHeadings(openingStockSheet.columns, headings).mapping;
  const filled = totals.map((cells) =>
    cells.flatMap((cell, index) => (cell === null ? [] : [[fields[headings[index] ?? ''], cell]])),
  );
  expect(filled).toEqual([
    [
      ['', 'Value of the opening stock listed'],
      ['', 0.3],
    ],
    [
      ['', 'Value of the counts and write-offs listed'],
      ['', -5.5],
    ],
  ]);
});

test('a count that waits has a row for each counted lot, which says that it waits', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const { lotId, lotCode, itemId, rawMaterialId, productId, itemName, unit, expiresOn, quantity, reason } = line;
  const own = { lotId, lotCode, itemId, rawMaterialId, productId, itemName, unit, expiresOn, quantity, reason };
  const waitingLines = [{ ...own, ledgerQuantity: 8, tolerancePercent: 1, beyond: 'difference' as const }];
  const count = {
    adjustmentId: 2,
    kind: 'count',
    date: '2026-11-02',
    reason: 'Month',
    value: null,
    lines: [],
  } as const;
  const waiting = {
    state: 'waiting',
    countedBy: 'Asha',
    countedById: 3,
    supplierId: null,
    supplierName: null,
  } as const;
  const rows = adjustmentSheet.rowsOf({ ...count, ...waiting, lines: [], waitingLines, createdAt: at, updatedAt: at });
  const cells = (heading: string) => rows.map((row) => row[adjustmentSheet.headings.indexOf(heading)]);
  expect([cells('State'), cells('Before the count'), cells('Value, ₹')]).toEqual([
    ['Waiting for the office'],
    [8],
    [null],
  ]);
});
