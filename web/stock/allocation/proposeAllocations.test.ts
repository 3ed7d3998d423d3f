import { expect, test } from 'vitest';
import { proposeAllocations, sumOfAllocations, allocationsOf, type AllocatableLot } from './proposeAllocations.ts';

const day = '2026-11-20';

function lot(lotId: number, onHandQty: number, over: Partial<AllocatableLot> = {}): AllocatableLot {
  return { lotId, onHandQty, madeOrReceivedOn: '2026-11-01', expiresOn: null, state: 'released', ...over };
}

function proposed(lots: readonly AllocatableLot[], quantity: number, earlier?: ReadonlyMap<number, number>) {
  return proposeAllocations(lots, day, quantity, earlier).map(({ lot: { lotId }, quantity: allocated }) => [
    lotId,
    allocated,
  ]);
}

test('lots are proposed by earliest expiry, those without an expiry date last', () => {
  const lots = [lot(1, 10), lot(2, 10, { expiresOn: '2027-08-20' }), lot(3, 10, { expiresOn: '2027-08-10' })];
  expect(proposed(lots, 25_000)).toEqual([
    [3, 10_000],
    [2, 10_000],
    [1, 5000],
  ]);
});

test('lots received after the day come after the others, and expired ones last', () => {
  const lots = [
    lot(1, 1, { expiresOn: '2026-11-19' }),
    lot(2, 1, { madeOrReceivedOn: '2026-11-21' }),
    lot(3, 1, { expiresOn: '2026-11-20' }),
  ];
  expect(proposed(lots, 3000)).toEqual([
    [3, 1000],
    [2, 1000],
    [1, 1000],
  ]);
});

test('lots on hold or recalled are not proposed', () => {
  expect(proposed([lot(1, 5, { state: 'onHold' }), lot(2, 5, { state: 'recalled' })], 1000)).toEqual([]);
});

test('quantities that other lines consume are not proposed', () => {
  expect(proposed([lot(1, 5), lot(2, 5)], 3000, new Map([[1, 4000]]))).toEqual([
    [1, 1000],
    [2, 2000],
  ]);
});

test('typed quantities of lots are summed as thousandths, and empty ones are not sent', () => {
  const typed = ['0.1', '0.2', '', '0'].map((quantity, lotId) => ({ lotId, lotCode: '', quantity }));
  expect(sumOfAllocations(typed)).toBe(300);
  expect(allocationsOf(typed)).toEqual([
    { lotId: 0, quantity: 0.1 },
    { lotId: 1, quantity: 0.2 },
  ]);
});
