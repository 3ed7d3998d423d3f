import { expect, test } from 'vitest';
import { dayBefore, financialYear, localTimestamp, mondayOf, timestampAt } from './calendar.ts';

test('today is the day in the time zone, not in UTC', () => {
  const now = new Date('2026-11-20T20:00:00.000Z');
  expect(dayBefore(now, 0, 'Asia/Kolkata')).toBe('2026-11-21');
  expect(dayBefore(now, 0, 'America/New_York')).toBe('2026-11-20');
  expect(dayBefore(now, 21, 'Asia/Kolkata')).toBe('2026-10-31');
});

test('a time of a day is converted to its instant in the time zone', () => {
  expect(timestampAt('2026-11-20', 10 * 60 + 15, 'Asia/Kolkata')).toBe('2026-11-20T04:45:00.000Z');
  expect(timestampAt('2026-07-01', 0, 'America/New_York')).toBe('2026-07-01T04:00:00.000Z');
  expect(timestampAt('2026-11-20', 0, 'Pacific/Auckland')).toBe('2026-11-19T11:00:00.000Z');
});

test('a timestamp is shown in the time zone', () => {
  expect(localTimestamp('2026-11-20T18:35:00.000Z', 'Asia/Kolkata')).toBe('21-11-2026 12:05 AM');
  expect(localTimestamp('2026-11-20T17:05:00.000Z', 'America/New_York')).toBe('20-11-2026 12:05 PM');
});

test('the financial year begins in April', () => {
  expect(financialYear('2027-03-31')).toBe('26-27');
  expect(financialYear('2027-04-01')).toBe('27-28');
  expect(financialYear('2099-12-31')).toBe('99-00');
});

test('a week begins on Monday', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-29'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-23', '2026-11-23']);
});
