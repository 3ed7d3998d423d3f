import { expect, test } from 'vitest';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { narrowingOf } from './filterWords.ts';

test('filters are named in words, with open ends, and the search last', async () => {
  const filters = { status: ['notpaid', 'pending'], inwardDateTo: '2026-10-31', grandTotalFrom: '1000' };
  expect(await narrowingOf(inwardEndpoints.list, filters, 'W/2')).toEqual([
    ['Status', 'Not Paid or Pending'],
    ['Invoice date', 'up to 31-10-2026'],
    ['Total', 'from ₹\u{A0}1,000.00'],
    ['Search', 'W/2'],
  ]);
});

test('a list that is not narrowed has no words', async () => {
  expect(await narrowingOf(inwardEndpoints.list, {}, '')).toEqual([]);
});
