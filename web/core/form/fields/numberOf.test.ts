import { expect, test } from 'vitest';
import { numberOf, typedNumber, typedThousandths } from './numberOf.ts';

test.each([
  ['0', 0],
  ['12', 12],
  ['12.5', 12.5],
  ['.5', 0.5],
  ['12.', 12],
  [' 12 ', 12],
  ['1,000', 1000],
  ['1,00,000', 100_000],
  ['100,000', 100_000],
  ['12,34,567.89', 1_234_567.89],
  ['1,234,567.5', 1_234_567.5],
  ['१२.५', 12.5],
  ['१,००,०००', 100_000],
])('%j is read as %d', (typed, number) => {
  expect(numberOf(typed)).toBe(number);
});

test.each([
  '',
  '.',
  '-1',
  '−1',
  '+1',
  '1,5',
  '1,50',
  '1,0000',
  ',100',
  '1,000,',
  '1,00,00',
  '1.5,000',
  '1.2.3',
  '1e3',
  '1 000',
  '₹5',
  'ten',
])('%j is not a number', (typed) => {
  expect(numberOf(typed)).toBeUndefined();
});

test.each([
  ['1,000.5', 1000.5, 1_000_500],
  ['1.0005', 1.0005, undefined],
  ['', Number.NaN, undefined],
  ['ten', Number.NaN, undefined],
])('typed %j is %d in a body and %d thousandths', (typed, number, thousandths) => {
  expect(typedNumber(typed)).toBe(number);
  expect(typedThousandths(typed)).toBe(thousandths);
});
