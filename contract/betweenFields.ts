/** Rules between the fields of a body, told beside the faults of its fields. */
import type { z } from 'zod';

type Checked = Pick<z.core.ParsePayload, 'issues'>;

/** Whether nothing is wrong at a place of a body, around it or within it. */
export function isValidAt({ issues }: Checked, ...place: readonly PropertyKey[]): boolean {
  return !issues.some(({ path = [] }) => place.every((part, at) => at >= path.length || path[at] === part));
}

/**
 * `when` of a rule between fields: it is checked as soon as these are valid, whatever else is wrong, so that all faults are
 * shown at once. A field of the body that aborts keeps it from being checked.
 */
export function areValid(...fields: readonly string[]) {
  return (checked: Checked) => fields.every((field) => isValidAt(checked, field));
}
