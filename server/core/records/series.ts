/** Numbers in a series, as people write them: INV/0342/2026-27, MT-014/26. */
import type { z } from 'zod';
import { financialYearOf } from '#contract/core/values/dates.ts';

/** Longer numbers are ignored: a series continues without them. */
export const SERIES_DIGITS = 15;
/** Newest records among which a number is looked for that another one can follow. */
export const SERIES_LOOKS_BACK = 20;

/** A text with a number in it. */
export interface Numbered {
  beginning: string;
  end: string;
  /** How wide the number is at least. */
  digits: number;
}

/** The text with another number. */
export function withNumber({ beginning, end, digits }: Numbered, number: bigint): string {
  return beginning + String(number).padStart(digits, '0') + end;
}

/** The financial year at the end of a text, of the day or the one before it: 2026-27, 26-27, 2026/2027. Empty without one. */
function financialYearAtEnd(text: string, day: string): string {
  const [years = '', from = '', to = ''] = /(?:^|[/-])((?:20)?\d\d)[/-]((?:20)?\d\d)$/u.exec(text) ?? [];
  const written = `${from.slice(-2)}-${to.slice(-2)}`;
  return [0, 1].some((before) => financialYearOf(day, before).label.endsWith(written)) ? years : '';
}

/**
 * The year at the end of a text, behind a number that is no year: the financial year, or behind a stroke the calendar year,
 * each of the day or the one before it.
 */
function yearAtEnd(text: string, day: string): string {
  const yearOfDay = Number(day.slice(0, 4));
  const [year = ''] = new RegExp(`/(?:20)?(?:${yearOfDay % 100}|${(yearOfDay - 1) % 100})$`, 'u').exec(text) ?? [];
  const isNumbered = (end: string) => {
    const before = text.slice(0, text.length - end.length);
    const isYear = before.endsWith(day.slice(0, 4)) || financialYearAtEnd(before, day) !== '';
    return end !== '' && !isYear && /\d/u.test(before);
  };
  return [financialYearAtEnd(text, day), year].find(isNumbered) ?? '';
}

/** The last number in a text that is no year, as of a day (yyyy-mm-dd), with the text around it. */
export function numberedOf(text: string, day: string): { numbered: Numbered; number: bigint } | undefined {
  const year = yearAtEnd(text, day);
  const counted = text.slice(0, text.length - year.length);
  const [, beginning = '', number = '', end = ''] = /^(.*?)(\d+)(\D*)$/su.exec(counted) ?? [];
  if (number === '' || number.length > SERIES_DIGITS) return undefined;
  return { numbered: { beginning, end: end + year, digits: number.length }, number: BigInt(number) };
}

/** Whether the schema of a field takes a text as it is. */
export function accepts(field: z.ZodType<string>, text: string): boolean {
  const { success, data } = field.safeParse(text);
  return success && data === text;
}

/**
 * The first text of a series in the financial year of a day, after a text of an earlier day that names its own financial
 * year: GD/26-27/0342 gives GD/27-28/0001. Empty for a text that names none.
 */
export function firstOfYear(text: string, textDay: string, day: string): string {
  const last = numberedOf(text, textDay);
  if (!last) return '';
  const [was, is] = [financialYearOf(textDay).label, financialYearOf(day).label];
  const renewed = (part: string) =>
    part.replaceAll(
      /(?<!\d)((?:20)?)(\d\d)([/-])((?:20)?)(\d\d)(?!\d)/gu,
      (years: string, begins: string, from: string, stroke: string, ends: string, to: string) =>
        was.endsWith(`${from}-${to}`) ? begins + is.slice(2, 4) + stroke + ends + is.slice(-2) : years,
    );
  const { beginning, end, digits } = last.numbered;
  const numbered = { beginning: renewed(beginning), end: renewed(end), digits };
  return numbered.beginning === beginning && numbered.end === end ? '' : withNumber(numbered, 1n);
}

/**
 * The text after the first of these in its series, that of the newest record, which the field takes; a text that leaves no
 * room for another one is passed over. Empty without one.
 */
export function nextInSeries(texts: readonly string[], day: string, field: z.ZodType<string>): string {
  for (const text of texts) {
    const last = numberedOf(text, day);
    const next = last ? withNumber(last.numbered, last.number + 1n) : '';
    if (next !== '' && accepts(field, next)) return next;
  }
  return '';
}
