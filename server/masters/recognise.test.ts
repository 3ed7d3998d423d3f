/** Rows are recognised in time that goes by their number, however many have a key in common. */
import { expect, test } from 'vitest';
import { recognise, type Keys } from './recognise.ts';

const COUNT = 1000;
/** The own key of a row or record, and one that all have. */
const keysOf = (own: string): Omit<Keys, 'exact' | 'loose'> => ({
  own: [own, 'all'],
  sole: 'all',
  closer: [own, 'all'],
});

test.each([
  ['certain', { exact: ['all'], loose: [] }],
  ['loose', { exact: [], loose: ['all'] }],
])('a %s key shared by all rows and records does not make each row be compared with each record', async (_, found) => {
  let steps = 0;
  const count = <T>(value: T) => {
    steps += 1;
    return value;
  };
  const records = Array.from({ length: COUNT }, (_each, index) => `record ${index}`);
  const rows = records.map((_each, number) => ({ number, keys: { ...keysOf(`row ${number}`), ...found } }));
  const { existing, repeats } = await recognise(rows, records, {
    keysOf: (record) => count({ ...keysOf(record), exact: [], loose: [] }),
    markedBy: () => undefined,
    isEqual: () => count(false),
    isSame: () => count(false),
  });
  expect([existing.size, repeats.size]).toEqual([COUNT, 0]);
  // The last one has no other record left.
  expect(Array.from(existing.values(), ({ isUnsure }) => isUnsure)).toEqual(
    rows.map((_row, index) => index < COUNT - 1),
  );
  expect(steps).toBeLessThan((COUNT * COUNT) / 5);
});
