/**
 * Calendar dates: yyyy-mm-dd, without a zone (design §2). What they must be by themselves is in their schema; whether a date has
 * come depends on the clock, so an endpoint names the fields that it must hold for (`pastDates`).
 */
import { z } from 'zod';
import type { FieldErrors } from './errors.ts';

const dateTexts = {
  tooEarly: 'Dates before 2000 cannot be recorded.',
  notYet: 'This date is in the future.',
} as const;

const FIRST_DATE = '2000-01-01';
const DAY_MS = 24 * 60 * 60 * 1000;

const datePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Whether a text is a day of the calendar, yyyy-mm-dd or a timestamp that begins with one, from 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1, 4).map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1900 || year > 2999) return false;
  // A day that its month doesn't have falls into another month.
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}

const dateMeta = { format: 'date', description: 'yyyy-mm-dd, from 2000 on; of a timestamp the date is kept.' } as const;

/** A date that must be there. */
export function calendarDate(requiredMessage: string) {
  return z
    .string({ error: requiredMessage })
    .refine(isCalendarDate, { error: requiredMessage, abort: true })
    .refine((text) => text >= FIRST_DATE, dateTexts.tooEarly)
    .transform((text) => text.slice(0, 10))
    .meta(dateMeta);
}

/** A date that may be missing, null or empty: all three become null. */
export function optionalDate(message: string) {
  return z
    .string({ error: message })
    .refine((text) => text === '' || isCalendarDate(text), { error: message, abort: true })
    .refine((text) => text === '' || text >= FIRST_DATE, dateTexts.tooEarly)
    .meta(dateMeta)
    .nullish()
    .transform((text) => text?.slice(0, 10) || null);
}

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
  return Object.fromEntries(faulty.map((field) => [field, [dateTexts.notYet]]));
}
