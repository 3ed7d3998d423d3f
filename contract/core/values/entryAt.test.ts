import { expect, test } from 'vitest';
import { entryAt } from './entryAt.ts';

test('an entry that a list lacks is an error', () => {
  expect(entryAt([0, 7], 0)).toBe(0);
  expect(() => entryAt([0, 7], 2)).toThrow('no entry 2 in a list of 2');
  expect(() => entryAt([7], -1)).toThrow('no entry -1');
});
