import { expect, test } from 'vitest';
import { periodsOf } from './periods.ts';

test.each([
  ['2026-11-20', '2025-11-21'],
  ['2028-02-29', '2027-03-01'],
  ['2029-02-28', '2028-02-29'],
])('the last 12 months to %s begin on %s', (to, from) => {
  expect(periodsOf(to)['Last 12 months']).toEqual({ from, to });
});
