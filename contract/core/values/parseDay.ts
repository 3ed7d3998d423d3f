import { isCalendarDate } from './dates.ts';

const separated = /^(?<day>\d{1,2})(?<separator>[-/. ])(?<month>\d{1,2})\k<separator>(?<year>\d{4}|\d{2})$/;
const unseparated = /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/;
const iso = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/;

/**
 * Parses a typed date, day-month-year or ISO, to yyyy-mm-dd. A two-digit year is of this century. Null for an ambiguous
 * date and for a day that its month does not have.
 */
export function parseDay(typed: string): string | null {
  const text = typed.trim();
  const parts = (separated.exec(text) ?? unseparated.exec(text) ?? iso.exec(text))?.groups;
  if (!parts) return null;
  const { day = '', month = '', year = '' } = parts;
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}
