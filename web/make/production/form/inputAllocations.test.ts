import { expect, test } from 'vitest';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import type { RunWithClaims } from '#contract/make/runs.ts';
import {
  allocateInputs,
  claimedAllocations,
  isOrganic,
  lotWarnings,
  nonOrganicCodes,
  withShownLots,
  type ClaimedAllocation,
} from './inputAllocations.ts';
import { blankValues, type InputValues } from '../runValues.ts';

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
  claims: [{ scheme: 'NPOP', status: 'organic', percent: 100 }],
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
  isProvisional: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};
const plain: Partial<LotRecord> = { claim: 'conventional', organicPercent: 0 };
const lots = [lotFields, { ...lotFields, lotId: 2, code: 'TUR-2', madeOrReceivedOn: '2026-11-02', ...plain }];

type RecordedInput = RunWithClaims['inputs'][number];
type RecordedLot = RecordedInput['lots'][number];

const productionDate = '2026-11-20';
const item = { itemId: 1, rawMaterialId: 1, productId: null, itemName: 'Turmeric', unit: 'kg' };
const input = (over: Partial<InputValues> = {}): InputValues => ({
  key: 'a',
  kind: 'material',
  item,
  quantity: '12.5',
  lots: null,
  ...over,
});
/** One that the edited run emptied, which is not among those with stock. */
const emptied: RecordedLot = {
  lotId: 3,
  lotCode: 'TUR-0',
  supplierName: null,
  quantity: 12.5,
  beforeReceipt: false,
  claim: 'inConversion',
  claims: [],
  organicPercent: 0,
  madeOrReceivedOn: '2026-10-01',
  expiresOn: null,
  state: 'released',
};
const recordedInput = (inputLots: RecordedLot[], over: Partial<RecordedInput> = {}): RecordedInput => {
  const quantity = inputLots.reduce((sum, lot) => sum + lot.quantity, 0);
  return { ...item, productionId: 7, quantity, lots: inputLots, ...over };
};
const openLots = new Map([[1, lots]]);

function allocationsOf(inputs: InputValues[], recorded: RecordedInput[] = [], day = productionDate) {
  return inputs.map(({ key }) => {
    const { source, allocated = [] } =
      allocateInputs({ inputs, productionDate: day }, openLots, recorded).get(key) ?? {};
    return [source, ...claimedAllocations(allocated).map(({ lot, quantity }) => [lot.code, quantity, lot.claim])];
  });
}

test('the lots of an input are proposed after those of earlier inputs, chosen, or as recorded, each with its claim', () => {
  expect(allocationsOf([input()])).toEqual([
    ['proposed', ['TUR-1', 10_000, 'organic'], ['TUR-2', 2500, 'conventional']],
  ]);
  expect(allocationsOf([input({ key: 'b', quantity: '9' }), input({ quantity: '3' })])[1]).toEqual([
    'proposed',
    ['TUR-1', 1000, 'organic'],
    ['TUR-2', 2000, 'conventional'],
  ]);
  const chosen = [
    { lotId: 2, lotCode: 'TUR-2', quantity: '12.5' },
    { lotId: 1, lotCode: 'TUR-1', quantity: '' },
  ];
  expect(allocationsOf([input({ lots: chosen })])).toEqual([['chosen', ['TUR-2', 12_500, 'conventional']]]);
  expect(allocationsOf([input({ productionId: 7 })], [recordedInput([emptied])])).toEqual([
    ['recorded', ['TUR-0', 12_500, 'inConversion']],
  ]);
});

test('lots that another input has by hand are not proposed, whichever of them comes first', () => {
  const chosen = [{ lotId: 1, lotCode: 'TUR-1', quantity: '8' }];
  expect(allocationsOf([input({ quantity: '3' }), input({ key: 'b', quantity: '8', lots: chosen })])[0]).toEqual([
    'proposed',
    ['TUR-1', 2000, 'organic'],
    ['TUR-2', 1000, 'conventional'],
  ]);
});

test('a raised quantity keeps its lots and allocates the rest in order, a lowered one keeps the first of them', () => {
  const recorded = [
    recordedInput([
      { ...emptied, quantity: 2 },
      { ...emptied, lotId: 2, lotCode: 'TUR-2', quantity: 1 },
    ]),
  ];
  expect(allocationsOf([input({ productionId: 7, quantity: '4' })], recorded)).toEqual([
    ['adjusted', ['TUR-0', 2000, 'inConversion'], ['TUR-2', 1000, 'conventional'], ['TUR-1', 1000, 'organic']],
  ]);
  expect(allocationsOf([input({ productionId: 7, quantity: '1.5' })], recorded)).toEqual([
    ['adjusted', ['TUR-0', 1500, 'inConversion']],
  ]);
});

test('lots that an edited run gives back are free for its other inputs, unless they are on hold', () => {
  const removed = recordedInput([{ ...emptied, quantity: 3 }]);
  const added = input({ quantity: '5' });
  expect(allocationsOf([added], [removed])).toEqual([
    ['proposed', ['TUR-0', 3000, 'inConversion'], ['TUR-1', 2000, 'organic']],
  ]);
  const held = recordedInput([{ ...emptied, quantity: 3, state: 'onHold' }]);
  expect(allocationsOf([added], [held])).toEqual([['proposed', ['TUR-1', 5000, 'organic']]]);
});

test('the body names the lots that are shown, where they are the whole quantity', () => {
  const lotsOf = (quantity: string) => {
    const values = { ...blankValues(), productionDate, inputs: [input({ quantity })] };
    return withShownLots(values, allocateInputs(values, openLots)).inputs[0]?.lots;
  };
  expect(lotsOf('12.5')).toEqual([
    { lotId: 1, lotCode: 'TUR-1', quantity: '10' },
    { lotId: 2, lotCode: 'TUR-2', quantity: '2.5' },
  ]);
  expect(lotsOf('20.001')).toBe(null);
  expect(lotsOf('')).toBe(null);
});

test('lots are warned about where they are new to the run, or its day is', () => {
  const recorded = [recordedInput([emptied])];
  const warningsOf = (quantity: string, day: string) => {
    const inputs = [input({ productionId: 7, quantity })];
    const allocation = allocateInputs({ inputs, productionDate: day }, openLots, recorded).get('a');
    return (
      allocation &&
      lotWarnings(allocation, { day, recordedDay: '2026-09-20', textOfExpired: (code) => `${code} is expired` })
    );
  };
  const early = (code: string, date: string) =>
    `${code} was received on ${date}, after this production. It can be saved; put a date or a lot right later.`;
  expect(warningsOf('12.5', '2026-09-20')).toEqual([]);
  expect(warningsOf('12.5', '2026-09-19')).toEqual([early('TUR-0', '01-10-2026')]);
  expect(warningsOf('13', '2026-09-20')).toEqual([early('TUR-0', '01-10-2026'), early('TUR-1', '01-11-2026')]);
});

test('lots that are not organic are listed by their claim, organic without a certificate included', () => {
  const of = (
    code: string,
    claim: ClaimedAllocation['lot']['claim'],
    organicPercent: number | null,
  ): ClaimedAllocation => ({
    lot: { ...lotFields, code, claim, organicPercent },
    quantity: 1,
  });
  const all = [
    of('A', 'organic', 100),
    of('B', 'conventional', 0),
    of('C', 'organic', 0),
    of('D', 'conventional', 0),
    of('D', 'conventional', 0),
    of('E', 'organic', null),
  ];
  expect(all.filter(isOrganic).map(({ lot }) => lot.code)).toEqual(['A', 'E']);
  expect(nonOrganicCodes(all)).toEqual([
    { text: 'Conventional', codes: ['B', 'D'] },
    { text: 'Organic without a certificate', codes: ['C'] },
  ]);
});
