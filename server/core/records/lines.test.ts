import { expect, test } from 'vitest';
import { checkLineIds, matchLines } from './lines.ts';

type Line = { id?: number; item: string };
const before: [Line, Line, Line] = [
  { id: 1, item: 'turmeric' },
  { id: 2, item: 'turmeric' },
  { id: 3, item: 'ginger' },
];
const byId = (own: Line, line: Line) => own.id === line.id;
const byItem = (own: Line, line: Line) => own.item === line.item;
const matchedIds = (...lines: Line[]) => matchLines<Line, Line>(before, lines, [byId, byItem]).map((own) => own?.id);

test('a rule is tried for all lines before the next rule, and no earlier line is matched twice', () => {
  expect(matchedIds({ item: 'turmeric' }, { id: 1, item: 'turmeric' }, { item: 'turmeric' })).toEqual([
    2,
    1,
    undefined,
  ]);
  expect(matchedIds({ item: 'ginger' }, { id: 3, item: 'pepper' })).toEqual([undefined, 3]);
});

test('lines that are already matched keep their match', () => {
  const [first, ...others] = before;
  const matched = matchLines(others, [{ item: 'ginger' }, { item: 'ginger' }], [byItem], new Map([[0, first]]));
  expect(matched.map((own) => own?.id)).toEqual([1, 3]);
});

test('an unknown id and a repeated id are refused at their lines', () => {
  const check = (...ids: (number | null | undefined)[]) =>
    checkLineIds([1, 2], ids, (index) => `lines.${index}.id`, 'Unknown');
  expect(() => check(2, null, undefined, 1)).not.toThrow();
  expect(() => check(1, 7, 1)).toThrow(
    expect.objectContaining({ errors: { 'lines.1.id': ['Unknown'], 'lines.2.id': ['Unknown'] } }),
  );
});
