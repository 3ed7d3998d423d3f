import { nameKey } from '#contract/core/values/names.ts';

/** The distance of a name from a typed text: 0 is equal, 1 begins with it, 2 contains it, 3 is matched by another field. */
export function distanceOf(name: string, text: string): number {
  const [key, term] = [nameKey(name), nameKey(text)];
  if (key === term) return 0;
  if (key.startsWith(term)) return 1;
  return key.includes(term) ? 2 : 3;
}

/** The nearest first; those of one distance stay in their order. */
export function nearestFirst<Row>(rows: readonly Row[], nameOf: (row: Row) => string, text: string): Row[] {
  return rows
    .map((row) => ({ row, distance: distanceOf(nameOf(row), text) }))
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ row }) => row);
}
