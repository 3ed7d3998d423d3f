/** Dates of what has happened: an endpoint names them (`pastDates`), since no schema knows the clock. */
import { isCalendarDate } from './dates.ts';
import type { FieldErrors } from './errors.ts';

const NOT_YET = 'This date is in the future.';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What is wrong with the dates of a body that must have come by `today`, a day of grace included, since places have another day
 * than the server; by field, in each item of a list. What is no date at all is for the schema to say.
 */
export function futureDateFaults(body: unknown, pastDates: readonly string[] = [], today: string): FieldErrors {
  if (pastDates.length === 0 || typeof body !== 'object' || body === null) return {};
  if (Array.isArray(body)) {
    const faults = body.map((item: unknown, index) =>
      Object.entries(futureDateFaults(item, pastDates, today)).map(([field, texts]) => [`${index}.${field}`, texts]),
    );
    return Object.fromEntries(faults.flat());
  }
  const last = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
  const sent = new Map<string, unknown>(Object.entries(body));
  const isAhead = (value: unknown) => typeof value === 'string' && isCalendarDate(value) && value.slice(0, 10) > last;
  const faulty = pastDates.filter((field) => isAhead(sent.get(field)));
  return Object.fromEntries(faulty.map((field) => [field, [NOT_YET]]));
}
