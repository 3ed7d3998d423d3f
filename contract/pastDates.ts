/** Dates that must not be in the future: an endpoint lists them in `pastDates`, since a schema has no clock. */
import { daysAfter, isCalendarDate } from './dates.ts';
import type { FieldErrors } from './errors.ts';

const NOT_YET = 'This date is in the future.';

/**
 * Errors for dates of a body later than `today`, with a day of grace for other time zones; by field, for a list by
 * item. Invalid dates are left to the schema.
 */
export function futureDateFaults(body: unknown, pastDates: readonly string[] = [], today: string): FieldErrors {
  if (pastDates.length === 0 || typeof body !== 'object' || body === null) return {};
  if (Array.isArray(body)) {
    const faults = body.map((item: unknown, index) =>
      Object.entries(futureDateFaults(item, pastDates, today)).map(([field, texts]) => [`${index}.${field}`, texts]),
    );
    return Object.fromEntries(faults.flat());
  }
  const last = daysAfter(today, 1);
  const sent = new Map<string, unknown>(Object.entries(body));
  const isAhead = (value: unknown) => typeof value === 'string' && isCalendarDate(value) && value.slice(0, 10) > last;
  const faulty = pastDates.filter((field) => isAhead(sent.get(field)));
  return Object.fromEntries(faulty.map((field) => [field, [NOT_YET]]));
}
