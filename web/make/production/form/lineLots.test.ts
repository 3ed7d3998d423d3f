import { expect, test } from 'vitest';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { isOrganic, takenOf, withoutOrganic, type RecordedLot, type Allocated } from './lineLots.ts';
import type { RunLine } from '../runDraft.ts';

const lotFields: LotRecord = {
  lotId: 1,
  itemId: 1,
  rawMaterialId: 1,
  productId: null,
  itemName: 'Turmeric',
  unit: 'kg',
  gtin: '',
  code: 'TUR-1',
  supplierLotNumber: '',
  origin: 'received',
  originDocument: null,
  finishedGoodId: null,
  parentLotId: null,
  supplierId: 1,
  supplierName: 'Growers',
  madeOrReceivedOn: '2026-11-01',
  madeOn: null,
  expiresOn: null,
  claim: 'organic',
  certificateId: 1,
  certificateNumber: 'ORG/1',
  overrideReason: '',
  organicPercent: 100,
  state: 'released',
  stateReason: '',
  quantityIn: 10,
  onHandQty: 10,
  pricePerUnit: null,
  value: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};
const plain: Partial<LotRecord> = { claim: 'conventional', organicPercent: 0 };
const lots = [lotFields, { ...lotFields, lotId: 2, code: 'TUR-2', madeOrReceivedOn: '2026-11-02', ...plain }];

const item = { itemId: 1, rawMaterialId: 1, productId: null, itemName: 'Turmeric', unit: 'kg' };
const line = (over: Partial<RunLine> = {}): RunLine => ({
  key: 'a',
  kind: 'material',
  item,
  quantity: '12.5',
  takes: null,
  ...over,
});
const taken = (each: RunLine, recorded: readonly RecordedLot[] = [], before: RunLine[] = []) =>
  takenOf(each, { lines: [...before, each], productionDate: '2026-11-20' }, lots, recorded).map(
    ({ code, quantity, claim }) => [code, quantity, claim],
  );

test('the lots of a line are proposed after those of earlier lines, chosen, or as recorded, each with its claim', () => {
  expect(taken(line())).toEqual([
    ['TUR-1', 10_000, 'organic'],
    ['TUR-2', 2500, 'conventional'],
  ]);
  expect(taken(line({ quantity: '3' }), [], [line({ key: 'b', quantity: '9' })])).toEqual([
    ['TUR-1', 1000, 'organic'],
    ['TUR-2', 2000, 'conventional'],
  ]);
  const takes = [
    { lotId: 2, lotCode: 'TUR-2', quantity: '12.5' },
    { lotId: 1, lotCode: 'TUR-1', quantity: '' },
  ];
  expect(taken(line({ takes }))).toEqual([['TUR-2', 12_500, 'conventional']]);
  // One that the edited run emptied is not among those with stock.
  const emptied = { lotId: 3, lotCode: 'TUR-0', supplierName: null, quantity: 12.5, beforeReceipt: false };
  const recorded: RecordedLot[] = [{ ...emptied, claim: 'inConversion', organicPercent: 0 }];
  expect(taken(line({ productionId: 7 }), recorded)).toEqual([['TUR-0', 12_500, 'inConversion']]);
});

test('lots that are not organic are listed by their claim, organic without a certificate included', () => {
  const of = (code: string, claim: Allocated['claim'], organicPercent: number | null): Allocated => ({
    code,
    quantity: 1,
    claim,
    organicPercent,
  });
  const all = [
    of('A', 'organic', 100),
    of('B', 'conventional', 0),
    of('C', 'organic', 0),
    of('D', 'conventional', 0),
    of('D', 'conventional', 0),
    of('E', 'organic', null),
  ];
  expect(all.filter(isOrganic).map(({ code }) => code)).toEqual(['A', 'E']);
  expect(withoutOrganic(all)).toEqual([
    { text: 'Conventional', codes: ['B', 'D'] },
    { text: 'Organic without a certificate', codes: ['C'] },
  ]);
});
