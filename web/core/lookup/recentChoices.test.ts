import { expect, test } from 'vitest';
import { recentFirst } from './recentChoices.ts';

test('the latest choices come first, in their order, and the others stay in theirs', () => {
  const recent = [
    { value: 3, label: 'Tulsi' },
    { value: 9, label: 'Gone' },
    { value: 1, label: 'Amla' },
  ];
  expect(recentFirst([1, 2, 3, 4], (row) => row, recent)).toEqual([3, 1, 2, 4]);
  expect(recentFirst([2, 1], (row) => row, [])).toEqual([2, 1]);
});
