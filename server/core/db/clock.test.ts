import { afterEach, expect, test, vi } from 'vitest';
import { databaseOfTest, onPostgres } from '#test/buildTestApp.ts';
import { offsetOf, openClock } from './clock.ts';

const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

test('the time is that of the database server on PostgreSQL, and that of the machine on SQLite', async () => {
  const { store } = await databaseOfTest();
  const real = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: real + 5 * HOUR_MS });
  const clock = await openClock(store, (error) => {
    throw error;
  });
  const hours = () => Math.round((clock.now().getTime() - real) / HOUR_MS);
  expect([hours(), Math.round(clock.machineAheadMs() / HOUR_MS)]).toEqual(onPostgres ? [0, 5] : [5, 0]);
  vi.setSystemTime(real - 3 * HOUR_MS);
  expect(hours()).toBe(onPostgres ? 0 : -3);
  clock.stop();
});

test('a slow answer of the database moves the time only as far as it proves', () => {
  const first = offsetOf({ before: 100, time: 1_000_150, after: 200 });
  expect(first).toBe(1_000_000);
  expect(offsetOf({ before: 1000, time: 1_001_010, after: 1900 }, first)).toBe(first);
  // The clock of the engine was set forward by an hour, and back by a minute.
  expect(offsetOf({ before: 1000, time: 1_001_000 + HOUR_MS, after: 1010 }, first)).toBe(first + HOUR_MS - 10);
  expect(offsetOf({ before: 1000, time: 941_000, after: 1010 }, first)).toBe(940_000);
});
