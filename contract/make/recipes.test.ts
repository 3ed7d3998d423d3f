import { expect, test } from 'vitest';
import { costOf, inputQuantityOf } from './recipes.ts';

const PERCENT = 1000;

test.each([
  // 0.02 kg with 2 % for 1 pouch: 10.2 kg for 500.
  [20, 2, 500_000, 1000, 10_200],
  // 0.005 kg with 5 %, and 0.001 kg with 50 %.
  [5, 5, 1_000_000, 1000, 5250],
  [1, 50, 1_000_000, 1000, 1500],
  // 1 kg for 3: a third; then quantities that are rounded half up.
  [1000, 0, 1000, 3000, 333],
  [1000, 0, 1500, 1000, 1500],
  [1, 50, 1000, 1000, 2],
])(
  '%i thousandths with %i %% planned loss, for %i of a recipe for %i, are %i: rounded once',
  (quantity, loss, wanted, output, taken) => {
    expect(inputQuantityOf({ quantity, plannedLoss: loss * PERCENT }, wanted, output)).toBe(taken);
  },
);

test('the cost includes the whole planned loss, however small the quantity', () => {
  // 0.02 kg with 2 % at 500.00 are 10.20.
  expect(costOf({ quantity: 20, plannedLoss: 2 * PERCENT }, 50_000)).toBe(1020);
  expect(costOf({ quantity: Number.MAX_SAFE_INTEGER, plannedLoss: 0 }, 1_000_000)).toBeNull();
});
