import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allocateInOrder,
  compareAllocationKeys,
  inAllocationOrder,
  allocationKeyOf,
  type AllocationKey,
} from './allocationOrder.ts';

const day = '2026-11-20';

function order(...lots: [lotId: number, received: string, expires: string | null][]): number[] {
  const answered = lots.map(([lotId, madeOrReceivedOn, expiresOn]) => ({ lotId, madeOrReceivedOn, expiresOn }));
  return inAllocationOrder(answered, day, allocationKeyOf).map(({ lotId }) => lotId);
}

test('lots are allocated by expiry date, those without one last, then by age, then by id', () => {
  const allocated = order(
    [1, '2026-11-01', null],
    [2, '2026-11-02', '2026-12-02'],
    [3, '2026-11-02', '2026-12-01'],
    [5, '2026-11-01', '2026-12-02'],
    [4, '2026-11-01', '2026-12-02'],
  );
  expect(allocated).toEqual([3, 4, 5, 2, 1]);
});

test('lots received after the day follow all others, and expired lots follow those', () => {
  const allocated = order(
    [1, '2026-11-01', '2026-11-19'],
    [2, '2026-11-21', '2026-11-22'],
    [3, '2026-11-20', null],
    [4, '2026-11-21', '2026-11-19'],
    [5, '2026-11-20', '2026-11-20'],
  );
  expect(allocated).toEqual([5, 3, 2, 1, 4]);
});

test('the comparison of lots is a total order', () => {
  const date = fc.constantFrom('2026-11-01', '2026-11-02', '9999-12-31');
  const lot: fc.Arbitrary<AllocationKey> = fc.record({
    useBy: date,
    receivedOn: date,
    lotId: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(lot, lot, lot, (a, b, c) => {
      expect(Math.sign(compareAllocationKeys(a, b))).toBe(0 - Math.sign(compareAllocationKeys(b, a)));
      if (compareAllocationKeys(a, b) <= 0 && compareAllocationKeys(b, c) <= 0)
        expect(compareAllocationKeys(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

test('a quantity takes all of each lot in turn, the rest of the last one, and nothing of empty ones', () => {
  const lots = [30, 0, -5, 20, 10];
  const allocated = (quantity: number) =>
    allocateInOrder(lots, quantity, (available) => available).map((each) => [each.lot, each.quantity]);
  expect(allocated(0)).toEqual([]);
  expect(allocated(30)).toEqual([[30, 30]]);
  expect(allocated(45)).toEqual([
    [30, 30],
    [20, 15],
  ]);
  expect(allocated(100)).toEqual([
    [30, 30],
    [20, 20],
    [10, 10],
  ]);
});
