/**
 * Filters of lists. The query schema alone defines them: a parameter that is registered here is stored in the address
 * of the screen, shown as a chip, and sent with the list, its sums and its export.
 */
import { z } from 'zod';
import { activeLabels, limits, queryId } from './fields.ts';
import { listOf } from './values/listOf.ts';
import type { FilterRecords } from '../kinds.ts';

interface AnyFilter {
  label: string;
  /** Shown only while it is set. */
  isFurther?: boolean;
}

/** A range is registered with its first parameter, and `to` names the last. */
export type Filter = AnyFilter &
  (
    | { kind: 'choice'; options: readonly { value: string; label: string }[] }
    | { kind: 'record'; of: FilterRecords }
    | { kind: 'days'; to: string; periods: 'past' | 'coming' }
    | { kind: 'amounts'; to: string }
  );

const registered = z.registry<Filter>();

/** Registers a parameter as a filter; nothing may be added to its schema afterwards. */
function filter<Schema extends z.ZodType>(schema: Schema, as: Filter): Schema {
  registered.add(schema, as);
  return schema;
}

/** Values of which any will do: the parameter is sent once or repeated, and decoded to a list. */
function anyOf<Schema extends z.ZodType>(schema: Schema, about: string | undefined) {
  const values = listOf(schema, {
    max: limits.filterValues,
    tooMany: `At most ${limits.filterValues} values.`,
    missing: 'At least one value.',
  });
  const several = z.preprocess((sent) => (Array.isArray(sent) ? sent : [sent]), values).optional();
  return about === undefined ? several : several.describe(about);
}

/** A choice of a few values, each of which `schema` takes; `labels` has them in their order. */
export function choiceFilter<Schema extends z.ZodType>(
  schema: Schema,
  label: string,
  labels: Readonly<Record<string, string>>,
  about?: string,
) {
  const options = Object.entries(labels).map(([value, text]) => ({ value, label: text }));
  return filter(anyOf(schema, about), { kind: 'choice', label, options });
}

/** Records by their ids. */
export function recordFilter(
  name: string,
  of: FilterRecords,
  label: string,
  { about, isFurther }: { about?: string; isFurther?: boolean } = {},
) {
  return filter(anyOf(queryId(`${name} must be an id.`), about), { kind: 'record', label, of, isFurther });
}

/** The first day of a range, whose last one is the parameter `to`. */
export function daysFilter<Schema extends z.ZodType>(
  first: Schema,
  label: string,
  to: string,
  periods: 'past' | 'coming' = 'past',
): Schema {
  return filter(first, { kind: 'days', label, to, periods });
}

/** The least amount of a range, whose largest one is the parameter `to`. */
export function amountsFilter<Schema extends z.ZodType>(least: Schema, label: string, to: string): Schema {
  return filter(least, { kind: 'amounts', label, to, isFurther: true });
}

/** Active or not, decoded to 1 or 0. */
export function statusFilter() {
  const schema = z.enum(['1', '0'], { error: 'status must be 1 or 0.' }).transform(Number);
  return filter(anyOf(schema, undefined), {
    kind: 'choice',
    label: 'Status',
    options: [
      { value: '1', label: activeLabels[1] },
      { value: '0', label: activeLabels[0] },
    ],
  });
}

/** Whether something is on hand, decoded to 1 or 0. */
export function stockFilter(description: string) {
  const schema = z
    .enum(['true', 'false'], { error: 'hasStock must be true or false.' })
    .transform((value) => (value === 'true' ? 1 : 0));
  return choiceFilter(schema, 'Stock', { true: 'In stock', false: 'Nothing left' }, description);
}

/** The filters of a query schema, by the names of their parameters, in its order. */
export function filtersOf(query: z.ZodType): [name: string, filter: Filter][] {
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape).flatMap(([name, schema]): [string, Filter][] => {
    const filterOfParam = schema instanceof z.ZodType ? registered.get(schema) : undefined;
    return filterOfParam ? [[name, filterOfParam]] : [];
  });
}

/** The names of all parameters of filters, both of a range. */
export function filterNames(query: z.ZodType): string[] {
  return filtersOf(query).flatMap(([name, each]) => ('to' in each ? [name, each.to] : [name]));
}
