import { expect, test } from 'vitest';
import { dispatchInvoiceNumber } from '#contract/ship/dispatches.ts';
import { firstOfYear, nextInSeries } from './series.ts';

const next = (day: string, ...texts: string[]) => nextInSeries(texts, day, dispatchInvoiceNumber);

test('the next number of a series has the width of the last, and leaves the year unchanged', () => {
  const day = '2026-11-20';
  const series = [
    ['0342/2026-27', '0343/2026-27'],
    ['INV/0342/26-27', 'INV/0343/26-27'],
    ['INV-099-2026-2027', 'INV-100-2026-2027'],
    // The year before counts as a year too.
    ['0899/25-26', '0900/25-26'],
    ['MT-014/26', 'MT-015/26'],
    ['7/2026', '8/2026'],
    ['A/12/25', 'A/13/25'],
    // A number that only looks like a year.
    ['TP-11-26', 'TP-11-27'],
    ['TP12-11-12', 'TP12-11-13'],
    ['INV/26', 'INV/27'],
    ['26-27', '26-28'],
    // Behind the year it is the number, also where it looks like one.
    ['INV/2026/26', 'INV/2026/27'],
    ['GD/2026-27/26', 'GD/2026-27/27'],
    ['GD/26-27/2026', 'GD/26-27/2027'],
    ['2026-27/0026', '2026-27/0027'],
    ['MT-26/26', 'MT-27/26'],
    ['B-09 (dried)', 'B-10 (dried)'],
    ['none', ''],
  ];
  expect(series.map(([last = '']) => [last, next(day, last)])).toEqual(series);
  // From April on it is that of the next year.
  expect(next('2027-04-01', '0001/2027-28')).toBe('0002/2027-28');
});

test('a number that leaves no room, or has no digits, is passed over', () => {
  const day = '2026-11-20';
  const [full, wide] = [`GD/${'9'.repeat(57)}`, `GD/${'1'.repeat(16)}`];
  expect(next(day, full)).toBe('');
  expect(next(day, full, wide, 'none', 'GD/0341', 'GD/7')).toBe('GD/0342');
  // Its last number is one, so that all of it is 61 characters.
  expect(next(day, `${'x'.repeat(58)}99`, 'GD/7')).toBe('GD/8');
  expect(next(day, `GD/${'9'.repeat(15)}`)).toBe(`GD/1${'0'.repeat(15)}`);
});

test('a series that names its financial year begins again in the next one', () => {
  const series = [
    ['GD/26-27/0342', 'GD/27-28/0001'],
    ['0342/2026-27', '0001/2027-28'],
    ['INV-099-2026-2027', 'INV-001-2027-2028'],
    ['26/27-7', '27/28-1'],
    // Without its year it can only go on, or the numbers of both years would be the same.
    ['GD-342', ''],
    ['25-26/7', ''],
    ['126-27/0342', ''],
    ['none', ''],
  ];
  expect(series.map(([last = '']) => [last, firstOfYear(last, '2027-03-31', '2027-04-01')])).toEqual(series);
  expect(firstOfYear('99/2024-25', '2025-03-31', '2027-04-01')).toBe('01/2027-28');
});
