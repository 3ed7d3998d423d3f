import { daysAfter, isCalendarDate } from './dates.ts';
import { parseDay } from './parseDay.ts';

/** Where a day without a year is looked for: a deed is past, an expiry is to come. */
export type Tense = 'past' | 'future';

const dayAndMonth = /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2})$/;
const words = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);
/** After 29 February comes the next one at most eight years later. */
const LEAP_GAP_YEARS = 8;

/**
 * A typed day as yyyy-mm-dd: in full (`parseDay`), a word such as today, or without a year, which is then the last such
 * day up to `today` or the first one from it. Null for any other text.
 */
export function typedDay(typed: string, today: string, tense: Tense = 'past'): string | null {
  const text = typed.trim().toLowerCase();
  const days = words.get(text);
  if (days !== undefined) return daysAfter(today, days);
  const { day = '', month = '' } = dayAndMonth.exec(text)?.groups ?? {};
  if (day === '') return parseDay(text);
  const [direction, isWanted] =
    tense === 'past' ? [-1, (date: string) => date <= today] : [1, (date: string) => date >= today];
  const year = Number(today.slice(0, 4));
  for (let years = 0; years <= LEAP_GAP_YEARS; years += 1) {
    const date = `${year + direction * years}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (isCalendarDate(date) && isWanted(date)) return date;
  }
  return null;
}
