import { expect, test } from 'vitest';
import { z } from 'zod';
import { listOf, MAX_FAULTS } from './listOf.ts';

/** A list whose entries are counted when they are checked; all of them are faulty. */
function counted(max: number) {
  const looked = { entries: 0 };
  const entry = z.unknown().refine(() => {
    looked.entries += 1;
    return false;
  }, 'faulty');
  return { list: listOf(entry, { max, missing: 'missing' }), looked };
}

test('a list that is too long has that fault alone, and no entry is looked at', () => {
  const { list, looked } = counted(3);
  const { error } = list.safeParse([1, 2, 3, 4]);
  expect(error?.issues.map(({ message, path }) => [message, path])).toEqual([['At most 3 lines.', []]]);
  expect(looked.entries).toBe(0);
});

test('checking ends at so many faults', () => {
  const { list, looked } = counted(10 * MAX_FAULTS);
  const wrapped = z.object({ lines: list.default([]) });
  const { error } = wrapped.safeParse({ lines: Array.from({ length: 9 * MAX_FAULTS }, () => 0) });
  expect(error?.issues).toHaveLength(MAX_FAULTS);
  expect(error?.issues.at(-1)?.path).toEqual(['lines', MAX_FAULTS - 1]);
  expect(looked.entries).toBe(MAX_FAULTS);
});

test.each([[undefined], [null], ['txt'], [{}], [[]]])('%s is missing', (sent) => {
  expect(
    counted(3)
      .list.safeParse(sent)
      .error?.issues.map(({ message }) => message),
  ).toEqual(['missing']);
});

test('entries are decoded, and the description has both bounds', () => {
  const list = listOf(z.string().trim(), { max: 3, missing: 'missing' });
  expect(list.parse([' a ', 'b'])).toEqual(['a', 'b']);
  expect(z.toJSONSchema(list)).toMatchObject({ type: 'array', minItems: 1, maxItems: 3, items: { type: 'string' } });
  expect(listOf(z.string(), { max: 3 }).parse([])).toEqual([]);
});
