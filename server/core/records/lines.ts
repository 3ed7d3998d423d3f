/** Lines of records: read with them, and matched with their earlier versions. */
import type { FieldErrors } from '#contract/core/errors.ts';
import { invalid } from '../http/errors.ts';

/**
 * Adds lines to records, read by one statement for all of them. `key` is the id of the record, in both; a line is joined
 * without it.
 */
export async function withLines<
  Key extends string,
  Found extends Record<Key, number>,
  Line extends Record<Key, number>,
  Whole,
>(
  found: readonly Found[],
  key: Key,
  read: (ids: number[]) => Promise<readonly Line[]>,
  join: (record: Found, lines: Omit<Line, Key>[]) => Whole,
): Promise<Whole[]> {
  if (found.length === 0) return [];
  const lines = Map.groupBy(await read(found.map((record) => record[key])), (line): number => line[key]);
  return found.map((record) => {
    const own = lines.get(record[key]) ?? [];
    return join(
      record,
      own.map(({ [key]: _, ...line }) => line),
    );
  });
}

/** Whether a line continues an earlier one. */
type Continues<Before, Line> = (before: Before, line: Line, index: number) => boolean;

/**
 * The earlier line that each line of a body continues, undefined for a new one. A rule is tried for all lines before the
 * next one, and no earlier line is given twice; the lines in `matched` have theirs, by their index.
 */
export function matchLines<Before, Line>(
  before: readonly Before[],
  lines: readonly Line[],
  rules: readonly Continues<Before, Line>[],
  matched: ReadonlyMap<number, Before> = new Map(),
): (Before | undefined)[] {
  const free = new Set(before);
  const own = lines.map((_, index) => matched.get(index));
  for (const continues of rules) {
    for (const [index, line] of lines.entries()) {
      own[index] ??= free.values().find((each) => continues(each, line, index));
      if (own[index]) free.delete(own[index]);
    }
  }
  return own;
}

/** Throws 400 with `text` at the `field` of each line whose id is not among `ids`, or is another line's. */
export function checkLineIds(
  ids: readonly number[],
  lines: readonly (number | null | undefined)[],
  field: (index: number) => string,
  text: string,
): void {
  const errors: FieldErrors = {};
  const free = new Set(ids);
  for (const [index, id] of lines.entries()) {
    if (id !== null && id !== undefined && !free.delete(id)) errors[field(index)] = [text];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
