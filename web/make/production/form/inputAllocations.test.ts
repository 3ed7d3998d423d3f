import { expect, test } from 'vitest';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import {
  allocationsOfInput,
  isOrganic,
  nonOrganicCodes,
  type ClaimedAllocation,
  type RecordedLot,
} from './inputAllocations.ts';
import type { InputDraft } from '../runDraft.ts';

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
const input = (over: Partial<InputDraft> = {}): InputDraft => ({
  key: 'a',
  kind: 'material',
  item,
  quantity: '12.5',
  lots: null,
  ...over,
});
const allocationsOf = (each: InputDraft, recorded: readonly RecordedLot[] = [], before: InputDraft[] = []) =>
  allocationsOfInput(each, { inputs: [...before, each], productionDate: '2026-11-20' }, lots, recorded).map(
    ({ code, quantity, claim }) => [code, quantity, claim],
  );

test('the lots of an input are proposed after those of earlier inputs, chosen, or as recorded, each with its claim', () => {
  expect(allocationsOf(input())).toEqual([
    ['TUR-1', 10_000, 'organic'],
    ['TUR-2', 2500, 'conventional'],
  ]);
  expect(allocationsOf(input({ quantity: '3' }), [], [input({ key: 'b', quantity: '9' })])).toEqual([
    ['TUR-1', 1000, 'organic'],
    ['TUR-2', 2000, 'conventional'],
  ]);
  const chosen = [
    { lotId: 2, lotCode: 'TUR-2', quantity: '12.5' },
    { lotId: 1, lotCode: 'TUR-1', quantity: '' },
  ];
  expect(allocationsOf(input({ lots: chosen }))).toEqual([['TUR-2', 12_500, 'conventional']]);
  // One that the edited run emptied is not among those with stock.
  const emptied = { lotId: 3, lotCode: 'TUR-0', supplierName: null, quantity: 12.5, beforeReceipt: false };
  const recorded: RecordedLot[] = [{ ...emptied, claim: 'inConversion', organicPercent: 0 }];
  expect(allocationsOf(input({ productionId: 7 }), recorded)).toEqual([['TUR-0', 12_500, 'inConversion']]);
});

test('lots that are not organic are listed by their claim, organic without a certificate included', () => {
  const of = (code: string, claim: ClaimedAllocation['claim'], organicPercent: number | null): ClaimedAllocation => ({
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
  expect(nonOrganicCodes(all)).toEqual([
    { text: 'Conventional', codes: ['B', 'D'] },
    { text: 'Organic without a certificate', codes: ['C'] },
  ]);
});
