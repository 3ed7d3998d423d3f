import { expect, test } from 'vitest';
import { grandTotal, lineTotal } from './inward.ts';

test('10.5 at 120.25 with 18.50 GST is 1281.13', () => {
  const line = lineTotal(10.5, 120.25);
  expect(line).toBe(1262.63);
  expect(grandTotal([line ?? 0], 18.5)).toEqual({ subTotal: 1262.63, grandTotal: 1281.13 });
});

test('sums of decimals are exact', () => {
  const tenths = Array.from({ length: 10 }, () => 0.1);
  expect(grandTotal(tenths, 0.2)).toEqual({ subTotal: 1, grandTotal: 1.2 });
});

test('a line with an invalid quantity or price has no total', () => {
  const totals = [lineTotal(1.0001, 1), lineTotal(1, 1.001), lineTotal(-1, 1), lineTotal(Number.NaN, 1)];
  expect(totals.filter((total) => total !== undefined)).toEqual([]);
});
