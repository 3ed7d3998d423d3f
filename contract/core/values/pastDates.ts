/** Dates that must not be in the future: an endpoint lists them in `pastDates`, since a schema has no clock. */
import { daysAfter, isCalendarDate } from './dates.ts';
import type { FieldErrors } from '../errors.ts';

const NOT_YET = 'This date is in the future.';

/** Errors of parts of a body, by their place in it. */
function within(place: string | number, faults: FieldErrors): [string, string[]][] {
  return Object.entries(faults).map(([field, texts]) => [`${place}.${field}`, texts]);
}

/**
 * Errors for dates of a body later than `today`, with a day of grace for other time zones; by field, for a list by
 * item. A date of lines is named with them: outputs.manufactureDate. Invalid dates are left to the schema.
 */
export function futureDateFaults(body: unknown, pastDates: readonly string[] = [], today: string): FieldErrors {
  if (pastDates.length === 0 || typeof body !== 'object' || body === null) return {};
  if (Array.isArray(body)) {
    const faults = body.map((item: unknown, index) => within(index, futureDateFaults(item, pastDates, today)));
    return Object.fromEntries(faults.flat());
  }
  const last = daysAfter(today, 1);
  const sent = new Map<string, unknown>(Object.entries(body));
  const isAhead = (value: unknown) => typeof value === 'string' && isCalendarDate(value) && value.slice(0, 10) > last;
  const faults = pastDates.map((field): [string, string[]][] => {
    const [name = '', ...rest] = field.split('.');
    if (rest.length > 0) return within(name, futureDateFaults(sent.get(name), [rest.join('.')], today));
    return isAhead(sent.get(name)) ? [[name, [NOT_YET]]] : [];
  });
  return Object.fromEntries(faults.flat());
}
