import { expect, test } from 'vitest';
import { rowReader } from './rowReader.ts';

const rows = [
  { name: 'a "quoted" \\ {brace} ]', lines: [{ id: 1 }, { id: 2 }] },
  { name: '', lines: [] },
  { name: '₹ ]}', nested: { deep: { deeper: [[1], [2]] } } },
];
const text = JSON.stringify(rows);

test.each([1, 2, 3, 7, 40, 10_000])('rows are read whole from parts of %i characters', (size) => {
  const reader = rowReader();
  const read: unknown[] = [];
  let count = 0;
  for (let at = 0; at < text.length; at += size) {
    expect(reader.isWhole()).toBe(false);
    const taken = reader.take(text.slice(at, at + size));
    const some: unknown[] = JSON.parse(taken.json);
    read.push(...some);
    count += taken.count;
  }
  expect(read).toEqual(rows);
  expect(count).toBe(rows.length);
  expect(reader.isWhole()).toBe(true);
});

test('an empty list is complete, and a cut one is not', () => {
  const empty = rowReader();
  expect(empty.take('[]')).toEqual({ json: '[]', count: 0 });
  expect(empty.isWhole()).toBe(true);
  const cut = rowReader();
  cut.take(text.slice(0, -1));
  expect(cut.isWhole()).toBe(false);
});
