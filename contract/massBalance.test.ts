import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholeGrams } from './massBalance.ts';

describe('whole grams of several masses', () => {
  test.each([
    [
      [92_500_499, 92_500_499],
      [92_500, 92_501],
    ],
    [
      [61_666_667, 61_666_667, 61_666_666],
      [61_667, 61_666, 61_667],
    ],
    [
      [1_000, 333, 0, 334, 2_000, 333],
      [1, 0, 0, 1, 2, 0],
    ],
    [
      [1_500, -500, -1_000],
      [2, -1, -1],
    ],
  ])('%j milligrams are shown as %j', (milligrams, grams) => {
    expect(wholeGrams(milligrams)).toEqual(grams);
  });

  test('sum up to the sum in whole grams', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99_999, max: 9_000_000_000_000 }), { maxLength: 5 }), (masses) => {
        const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
        expect(sum(wholeGrams(masses))).toBe(Math.round(sum(masses) / 1000) + 0);
      }),
    );
  });
});
