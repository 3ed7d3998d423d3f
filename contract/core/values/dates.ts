/**
 * Calendar dates: yyyy-mm-dd, without a zone (docs/domain.md, Dates). Checks against the clock:
 * contract/core/values/pastDates.ts.
 */
import { z } from 'zod';

const TOO_EARLY = 'Dates before 2000 cannot be recorded.';
export const FIRST_DATE = '2000-01-01';

const datePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Whether a text is a day of the calendar, yyyy-mm-dd or a timestamp that begins with one, from 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1, 4).map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1900 || year > 2999) return false;
  // Date.UTC moves a day beyond the end of its month into the next month.
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}

/** The calendar date so many days later, or earlier with less than 0. */
export function daysAfter(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days from a calendar date to a later one; below 0 to an earlier one. */
export function daysUntil(today: string, day: string): number {
  return (Date.parse(day) - Date.parse(today)) / DAY_MS;
}

const dateMeta = { format: 'date', description: 'yyyy-mm-dd, from 2000 on; of a timestamp the date is kept.' } as const;

/** True for invalid dates too, which have a message of their own. */
const isLateEnough = (text: string) => text >= FIRST_DATE || !isCalendarDate(text);

/** A required date. */
export function calendarDate(requiredMessage: string) {
  return z
    .string({ error: requiredMessage })
    .refine(isCalendarDate, requiredMessage)
    .refine(isLateEnough, TOO_EARLY)
    .transform((text) => text.slice(0, 10))
    .meta(dateMeta);
}

/** An optional date: missing, null and empty all become null. */
export function optionalDate(message: string) {
  return z
    .string({ error: message })
    .refine((text) => text === '' || isCalendarDate(text), message)
    .refine(isLateEnough, TOO_EARLY)
    .meta(dateMeta)
    .nullish()
    .transform((text) => text?.slice(0, 10) || null);
}

const FINANCIAL_YEAR_BEGINS = '-04-01';
const FINANCIAL_YEAR_ENDS = '-03-31';

/** The Indian financial year of a day, or so many before it: first and last day, yyyy-mm-dd, and as it is written, 2026-27. */
export function financialYearOf(day: string, yearsBefore = 0): { from: string; to: string; label: string } {
  const year = Number(day.slice(0, 4)) - yearsBefore - (day.slice(4) >= FINANCIAL_YEAR_BEGINS ? 0 : 1);
  return {
    from: `${year}${FINANCIAL_YEAR_BEGINS}`,
    to: `${year + 1}${FINANCIAL_YEAR_ENDS}`,
    label: `${year}-${String(year + 1).slice(-2)}`,
  };
}

/** A date of a change: a missing value leaves the stored one (undefined), null and empty both become null. */
export function changedDate(message: string) {
  return z
    .string({ error: message })
    .refine((text) => text === '' || isCalendarDate(text), message)
    .refine(isLateEnough, TOO_EARLY)
    .meta(dateMeta)
    .nullable()
    .transform((text) => text?.slice(0, 10) || null)
    .optional();
}
