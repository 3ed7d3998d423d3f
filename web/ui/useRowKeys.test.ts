import { expect, test } from 'vitest';
import { takeOver } from './useRowKeys.ts';

const keysOf = (before: ReadonlyMap<number, number>, ids: number[]) => [...takeOver(before, ids).values()];
const first = takeOver(new Map(), [11, 12, 13]);

test('rows of another page take over the rows that are there, in their order', () => {
  expect([...first.values()]).toEqual([0, 1, 2]);
  expect(keysOf(first, [21, 22, 23])).toEqual([0, 1, 2]);
});

test('a record that stays keeps its row where it moves, so that a click on it can never become one on another', () => {
  expect(keysOf(first, [99, 11, 12])).toEqual([2, 0, 1]);
  expect(keysOf(first, [12, 13])).toEqual([1, 2]);
});

test('no two rows ever have one key', () => {
  const fewer = takeOver(first, [13]);
  const more = takeOver(fewer, [31, 13, 32, 33]);
  expect(new Set(more.values()).size).toBe(4);
  expect(more.get(13)).toBe(first.get(13));
});
