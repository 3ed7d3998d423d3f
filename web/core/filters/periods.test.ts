import { expect, test } from 'vitest';
import { comingPeriodsOf, periodsOf } from './periods.ts';

test('months go back over the new year, and financial years begin in April', () => {
  const periods = periodsOf('2026-02-15');
  expect(periods.slice(0, 3)).toEqual([
    { label: 'February 2026', from: '2026-02-01', to: '2026-02-28' },
    { label: 'January 2026', from: '2026-01-01', to: '2026-01-31' },
    { label: 'December 2025', from: '2025-12-01', to: '2025-12-31' },
  ]);
  expect(periods.slice(12)).toEqual([
    { label: 'This financial year (2025-26)', from: '2025-04-01', to: '2026-03-31' },
    { label: 'Last financial year (2024-25)', from: '2024-04-01', to: '2025-03-31' },
  ]);
  expect(periodsOf('2026-04-01').at(-2)).toMatchObject({ from: '2026-04-01', to: '2027-03-31' });
});

test('expiry dates up to yesterday are past, those from today on are coming', () => {
  expect(comingPeriodsOf('2026-03-01').slice(0, 2)).toEqual([
    { label: 'Past', to: '2026-02-28' },
    { label: 'Within 30 days', from: '2026-03-01', to: '2026-03-31' },
  ]);
});
