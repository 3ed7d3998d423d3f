import { afterEach, expect, test, vi } from 'vitest';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatPercent,
  formatQuantity,
  formatQuantityWithUnit,
  formatSize,
  formatTimestamp,
} from './format.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('amounts have two decimals and Indian grouping', () => {
  expect([0, 18.5, 1281.13, 1234567.8].map(formatAmount)).toEqual(['0.00', '18.50', '1,281.13', '12,34,567.80']);
});

test('whole quantities have no decimals, others have three', () => {
  expect([0, 25, 42.75, 0.001, 123456].map(formatQuantity)).toEqual(['0', '25', '42.750', '0.001', '1,23,456']);
  expect([formatQuantityWithUnit(6.5, 'kg'), formatQuantityWithUnit(6.5, '')]).toEqual(['6.500 kg', '6.500']);
});

test('numbers are grouped as Intl does, with a minus sign below zero', () => {
  const intl = (decimals: number) => {
    const format = new Intl.NumberFormat('en-IN', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    return { format: (value: number) => format.format(value).replace('-', '−') };
  };
  const [whole, amount, quantity] = [intl(0), intl(2), intl(3)];
  for (let digits = 1; digits <= 12; digits += 1) {
    for (const sign of [1, -1]) {
      const value = (sign * Math.round(Math.PI * 10 ** (digits + 2))) / 1000;
      expect(formatCount(Math.trunc(value))).toBe(whole.format(Math.trunc(value)));
      expect(formatAmount(value)).toBe(amount.format(value));
      expect(formatQuantity(value)).toBe((Number.isInteger(value) ? whole : quantity).format(value));
    }
  }
});

test('percentages have at most two decimals, and the same minus sign as quantities', () => {
  expect([99.083, 100, 0, -0.15, -0.001].map(formatPercent)).toEqual(['99.08 %', '100 %', '0 %', '−0.15 %', '0 %']);
});

test('dates are dd-MM-yyyy', () => {
  expect(formatDate('2026-11-20')).toBe('20-11-2026');
});

test('timestamps are dd-MM-yyyy hh:mm a in the time zone of the reader', () => {
  const writtenIn = (zone: string, timestamp: string) => {
    vi.stubEnv('TZ', zone);
    return formatTimestamp(timestamp);
  };
  expect(writtenIn('Asia/Kolkata', '2026-11-20T05:12:00.000Z')).toBe('20-11-2026 10:42 AM');
  expect(writtenIn('Asia/Kolkata', '2026-11-20T18:29:59.000Z')).toBe('20-11-2026 11:59 PM');
  expect(writtenIn('Asia/Kolkata', '2026-11-20T18:30:00.000Z')).toBe('21-11-2026 12:00 AM');
  expect(writtenIn('UTC', '2026-11-20T12:00:00.000Z')).toBe('20-11-2026 12:00 PM');
  expect(writtenIn('America/New_York', '2026-02-01T03:04:00.000Z')).toBe('31-01-2026 10:04 PM');
});

test('file sizes are in the unit that makes them short', () => {
  expect([0, 999, 1000, 1_234_567, 4.2e9, 9e15].map(formatSize)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '1.2 MB',
    '4.2 GB',
    '9000.0 TB',
  ]);
});
