/** Rules between the fields of a body, reported beside the faults of its fields. */
import type { z } from 'zod';

type Checked = Pick<z.core.ParsePayload, 'issues'>;

/** Whether nothing is wrong at a place of a body, around it or within it. */
function isValidAt({ issues }: Checked, ...place: readonly PropertyKey[]): boolean {
  return !issues.some(({ path = [] }) => place.every((part, at) => at >= path.length || path[at] === part));
}

/**
 * `when` of a rule between fields: the rule runs if these fields are valid, even if others are not, so that all faults are
 * shown at once. It does not run where a field of the body aborts.
 */
export function areValid(...fields: readonly string[]) {
  return (checked: Checked) => fields.every((field) => isValidAt(checked, field));
}

/**
 * The entries of a list whose named fields are valid, with their indexes. None if the body has no list there: such a rule
 * also runs on faulty bodies.
 */
export function validEntries<Entry>(
  checked: Checked,
  name: string,
  list: Entry[],
  ...fields: readonly string[]
): [index: number, entry: Entry][] {
  if (!Array.isArray(list)) return [];
  return [...list.entries()].filter(([index]) => fields.every((field) => isValidAt(checked, name, index, field)));
}
