import { expect, test } from 'vitest';
import type { MassBalance } from '#contract/prove/massBalance.ts';
import { emptyBalance } from '#test/massBalances.ts';
import { drawFlow } from './flowLayout.ts';

const balance: MassBalance = {
  ...emptyBalance,
  to: '2026-10-15',
  closing: 10,
  family: {
    openingGrams: 0,
    boughtGrams: 10_000,
    soldGrams: 4000,
    leftGrams: 6000,
    lostGrams: 0,
    conversionGrams: 0,
    products: [
      { itemId: 2, itemName: 'Powder', madeGrams: 0, soldGrams: 4000, leftGrams: -4000, lostGrams: 0 },
      { itemId: 3, itemName: 'Flakes', madeGrams: 0, soldGrams: 0, leftGrams: 0, lostGrams: 0 },
    ],
  },
};

test('a product sold before it was produced is drawn, one without movements is not', () => {
  const labels = drawFlow(balance)?.nodes.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['Powder', 'Sold']));
  expect(labels).not.toContain('Flakes');
});
