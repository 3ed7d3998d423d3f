/** Days and months in the cells of sheets, as people in India write them. */
import { isCalendarDate } from './dates.ts';
import { asciiDigits } from './asciiDigits.ts';

export const MONTH_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** Which comes first in 05-06-2026; one column has one order. */
export const dateOrders = ['day', 'month'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The date of a cell: a day, one of two days by the order, or a month alone. */
export type WrittenDate = { day: string } | { byOrder: Readonly<Record<DateOrder, string | null>> } | { month: string };

const english = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const hindi: readonly (readonly string[])[] = [
  ['जनवरी', 'जन'],
  ['फरवरी', 'फ़रवरी', 'फर', 'फ़र'],
  ['मार्च'],
  ['अप्रैल', 'अप्रै'],
  ['मई'],
  ['जून'],
  ['जुलाई', 'जुल'],
  ['अगस्त', 'अग'],
  ['सितंबर', 'सितम्बर', 'सित'],
  ['अक्टूबर', 'अक्तूबर', 'अक्टू', 'अक्तू'],
  ['नवंबर', 'नवम्बर', 'नव'],
  ['दिसंबर', 'दिसम्बर', 'दिस'],
];
const MONTH_LETTERS = 3;

/** The number of a month by its name; 0 for any other word. */
function monthOf(word: string): number {
  const name = word.normalize('NFC').toLowerCase();
  const isEnglish = name.length >= MONTH_LETTERS;
  const at = isEnglish ? english.findIndex((each) => each.startsWith(name === 'sept' ? 'sep' : name)) : -1;
  return (at >= 0 ? at : hindi.findIndex((names) => names.some((each) => each.normalize('NFC') === name))) + 1;
}

/** Years of two digits from here on are of the last century. */
const LAST_CENTURY = 70;

function yearOf(digits: string): string {
  if (digits.length === 4) return digits;
  return `${Number(digits) >= LAST_CENTURY ? '19' : '20'}${digits}`;
}

function dayOf(year: string, month: number | string, day: string): string | null {
  const date = `${yearOf(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}

const WORD = String.raw`(?<word>[\p{L}\p{M}]+)\.?`;
const ORDINAL = '(?:st|nd|rd|th)?';
const time = /[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m|z)?$/i;
const patterns = {
  iso: /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/,
  separated: /^(?<first>\d{1,2})(?<sign>[-/. ])(?<second>\d{1,2})\k<sign>(?<year>\d{4}|\d{2})$/,
  together: /^(?<first>\d{2})(?<second>\d{2})(?<year>\d{4}|\d{2})$/,
  isoTogether: /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/,
  worded: new RegExp(`^(?<day>\\d{1,2})${ORDINAL}[-/., ]*${WORD}[-/., ']+(?<year>\\d{4}|\\d{2})$`, 'iu'),
  monthWorded: new RegExp(`^${WORD}[-/. ]*(?<day>\\d{1,2})${ORDINAL}[-/., ]+(?<year>\\d{4})$`, 'iu'),
  wordedMonth: new RegExp(`^${WORD}[-/., ']*(?<year>\\d{4}|\\d{2})$`, 'iu'),
  month: /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  isoMonth: /^(?<year>\d{4})[-/.](?<month>\d{1,2})$/,
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of spreadsheets, which count a 29 February 1900 that never was. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** From 1927 to 2173: other numbers are no serials of days. */
const SERIALS = { least: 10_000, most: 100_000 } as const;

function serialDay(number: number): string | undefined {
  if (number < SERIALS.least || number > SERIALS.most) return undefined;
  return new Date(DAY_ZERO + Math.floor(number) * DAY_MS).toISOString().slice(0, 10);
}

const isPlausible = (day: string | null) => day !== null && /^(?:19|20|21)/.test(day);

/** A date in digits with the year last: by which order it is a day, and which. */
function numericDate(text: string): WrittenDate | undefined {
  const { first, second, year } = (patterns.separated.exec(text) ?? patterns.together.exec(text))?.groups ?? {};
  if (first === undefined || second === undefined || year === undefined) return undefined;
  const read = { day: dayOf(year, second, first), month: dayOf(year, first, second) };
  const byOrder = {
    day: isPlausible(read.day) ? read.day : null,
    month: isPlausible(read.month) ? read.month : null,
  };
  if (byOrder.day === null && byOrder.month === null) return undefined;
  return byOrder.day === byOrder.month && byOrder.day !== null ? { day: byOrder.day } : { byOrder };
}

function wordedDate(text: string): WrittenDate | undefined {
  const {
    word = '',
    day = '',
    year = '',
  } = (patterns.worded.exec(text) ?? patterns.monthWorded.exec(text))?.groups ?? {};
  const month = monthOf(word);
  const date = month > 0 ? dayOf(year, month, day) : null;
  return date === null ? undefined : { day: date };
}

function writtenMonth(text: string): WrittenDate | undefined {
  const {
    word,
    year = '',
    month,
  } = (patterns.wordedMonth.exec(text) ?? patterns.month.exec(text) ?? patterns.isoMonth.exec(text))?.groups ?? {};
  const number = word === undefined ? Number(month) : monthOf(word);
  const first = number > 0 ? dayOf(year, number, '1') : null;
  return first === null ? undefined : { month: first.slice(0, 7) };
}

/** The date of a cell; undefined if it has none, such as a day that its month does not have. */
export function writtenDate(cell: string | number): WrittenDate | undefined {
  const written = asciiDigits(String(cell)).replaceAll(/\s+/g, ' ').trim();
  const serial = /^\d{5}(?:\.\d+)?$/.test(written) ? serialDay(Number(written)) : undefined;
  if (serial !== undefined) return { day: serial };
  const text = written.replace(time, '');
  const {
    year = '',
    month = '',
    day = '',
  } = (patterns.iso.exec(text) ?? patterns.isoTogether.exec(text))?.groups ?? {};
  const iso = year === '' ? null : dayOf(year, month, day);
  if (iso !== null) return { day: iso };
  return numericDate(text) ?? wordedDate(text) ?? writtenMonth(text);
}

/** The last day of a month that is written yyyy-mm. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/**
 * The order of the dates of a column; undefined where the column must say it: one cell can only be month-first, or all
 * could be either.
 */
export function orderOf(dates: readonly (WrittenDate | undefined)[]): DateOrder | undefined {
  const open = dates.flatMap((date) => (date && 'byOrder' in date ? [date.byOrder] : []));
  if (open.some(({ day }) => day === null)) return undefined;
  return open.length === 0 || open.some(({ month }) => month === null) ? 'day' : undefined;
}

/** A day with its month as a word, which is read in one way: 5 Jun 2026. */
export function dayInWords(day: string): string {
  const [year, month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTH_NAMES[Number(month) - 1] ?? ''} ${year}`;
}
