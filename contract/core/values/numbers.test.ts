import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountText,
  fromMilligrams,
  fromPaise,
  fromThousandths,
  linePaise,
  MAX_UNITS,
  sumOfAmounts,
  sumOfQuantities,
  toMilligrams,
  toPaise,
  toThousandths,
} from './numbers.ts';

describe('decimals and integers', () => {
  test.each([
    [0, 0],
    [0.1, 10],
    [0.29, 29],
    [1.1, 110],
    [120.25, 12025],
    [1281.13, 128113],
    [9_000_000_000, 900_000_000_000],
    [8_999_999_999.99, 899_999_999_999],
    [-0, 0],
  ])('%d rupees are %d paise', (rupees, paise) => {
    expect(toPaise(rupees)).toBe(paise);
    expect(fromPaise(paise)).toBe(rupees === 0 ? 0 : rupees);
  });

  test.each([-0.01, 0.001, 1e-7, 1e21, 1e308, Number.NaN, Number.POSITIVE_INFINITY, MAX_UNITS + 1])(
    '%d is not an amount of money',
    (number) => {
      expect(toPaise(number)).toBeUndefined();
    },
  );

  test.each([
    [0.001, 1],
    [10.5, 10_500],
    [8_999_999_999.999, 8_999_999_999_999],
  ])('%d units are %d thousandths', (units, thousandths) => {
    expect(toThousandths(units)).toBe(thousandths);
    expect(fromThousandths(thousandths)).toBe(units);
  });

  test.each([0.0001, 1.2345, -1, 9_000_000_000.001])('%d is not a quantity', (number) => {
    expect(toThousandths(number)).toBeUndefined();
  });

  test.each([
    [0.0125, 12_500],
    [0.000001, 1],
    [0.0000001, undefined],
  ])('%d kg are %d mg', (kilograms, milligrams) => {
    expect(toMilligrams(kilograms)).toBe(milligrams);
  });

  test('every whole number of paise and thousandths is converted and back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900_000_000_000 }), (paise) => toPaise(fromPaise(paise)) === paise),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_000_000_000_000 }),
        (parts) => toThousandths(fromThousandths(parts)) === parts,
      ),
    );
  });
});

describe('sums of decimals', () => {
  test.each([
    [[0.1, 0.2], 0.3],
    [[1.005, -0.005, -1], 0],
    [[9_000_000_000.001, -9_000_000_000], 0.001],
    [[], 0],
  ])('the quantities %j are %d together', (quantities, sum) => {
    expect(sumOfQuantities(quantities)).toBe(sum);
  });

  test('equal the sums of their integers', () => {
    const integers = fc.array(fc.integer({ min: -900_000_000_000, max: 900_000_000_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(integers, (parts) => {
        const sum = parts.reduce((all, each) => all + each, 0);
        expect(sumOfAmounts(parts.map(fromPaise))).toBe(fromPaise(sum));
        expect(sumOfQuantities(parts.map(fromThousandths))).toBe(fromThousandths(sum));
      }),
    );
  });
});

test('an amount in a field has two decimals, and a mass is rounded to the gram', () => {
  expect(amountText(120.5)).toBe('120.50');
  expect(fromMilligrams(1_234_567_500)).toBe(1234.568);
});

describe('the total of a line', () => {
  test.each([
    [10_500, 12_025, 126_263],
    [1, 500, 1],
    [1, 499, 0],
    [1_500, 1, 2],
    [9_000_000_000_000, 100, 900_000_000_000],
  ])('%d thousandths at %d paise are %d paise', (thousandths, price, total) => {
    expect(linePaise(thousandths, price)).toBe(total);
  });

  test('is never more than half a paisa away from the exact product', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_000_000_000 }),
        fc.integer({ min: 0, max: 99_999 }),
        (thousandths, price) => {
          const away = BigInt(linePaise(thousandths, price)) * 1000n - BigInt(thousandths) * BigInt(price);
          return away > -500n && away <= 500n;
        },
      ),
    );
  });
});
