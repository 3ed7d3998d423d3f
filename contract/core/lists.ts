/** Query parameters of all lists (docs/domain.md, Lists); without any, a list answers all its rows. */
import { z } from 'zod';
import { normalizeName } from './values/names.ts';
import { isCalendarDate } from './values/dates.ts';
import { formatCount } from './values/format.ts';
import { boundedText, limits, withExample } from './fields.ts';
import { MAX_UNITS, toPaise } from './values/numbers.ts';

/** The header with the total number of rows, also past the last page. */
export const TOTAL_COUNT_HEADER = 'x-total-count';
export const listTexts = {
  /** Above a printed list that is not all of it. */
  onPaper: (shown: number, all: number) => `${formatCount(shown)} of ${formatCount(all)} rows`,
} as const;

const MAX_PAGE_SIZE = 200;
const DAY_LENGTH = 'yyyy-mm-dd'.length;

function wholeNumber(max: number, message: string) {
  return z.coerce.number(message).int(message).min(1, message).max(max, message);
}

/** A day of a query. */
export function rangeDay(name: string, description: string) {
  return z
    .string()
    .refine((text) => text.length === DAY_LENGTH && isCalendarDate(text), `${name} must be a day, yyyy-mm-dd.`)
    .optional()
    .describe(description);
}

/** The first day of a range in a query, by the name of its field with From. */
export function firstDay(name: `${string}From`) {
  return rangeDay(name, 'On this day or later.');
}

/** The last day of a range in a query, by the name of its field with To. */
export function lastDay(name: `${string}To`) {
  return rangeDay(name, 'On this day or earlier.');
}

/** An amount of a range in a query, in rupees with at most 2 decimals; decoded to paise. */
export function rangeAmount(name: `${string}From` | `${string}To`) {
  return withExample(
    z
      .string()
      .regex(/^\d{1,10}(\.\d{1,2})?$/, `${name} must be an amount with at most 2 decimals.`)
      // None is larger.
      .transform((text) => toPaise(Math.min(Number(text), MAX_UNITS)) ?? 0),
    '1500.50',
  )
    .optional()
    .describe(name.endsWith('From') ? 'So much or more, in rupees.' : 'So much or less, in rupees.');
}

const notText = 'search must be a text.';

const tooLong = `search takes at most ${limits.search} characters.`;

function searchable(text: z.ZodString) {
  return text.refine((term) => !term.includes('\u0000'), 'search contains characters that cannot be searched.');
}

/** The search term of a query. */
const searchTerm = searchable(z.string({ error: notText }).max(limits.search, tooLong));

/** A term to find something by, with its blanks as names are stored. */
const findTerm = searchable(boundedText(limits.search, normalizeName, notText, tooLong)).min(1, notText);

/**
 * The query of a list, with its sort fields; the first is the default. A name that it doesn't know is a 400: a list that
 * ignored a misspelt filter would look filtered.
 */
export function listQuery<const Names extends readonly [string, ...string[]]>(sortNames: Names) {
  return z
    .object({
      page: withExample(wholeNumber(1_000_000_000, 'page must be a whole number from 1.'), 1).optional(),
      pageSize: withExample(
        wholeNumber(MAX_PAGE_SIZE, `pageSize must be a whole number from 1 to ${MAX_PAGE_SIZE}.`),
        15,
      ).optional(),
      search: searchTerm.optional(),
      sort: z.enum(sortNames, { error: `sort must be one of: ${sortNames.join(', ')}.` }).optional(),
      order: z.enum(['asc', 'desc'], { error: 'order must be asc or desc.' }).optional(),
    })
    .strict();
}

export type ListQuery = z.output<ReturnType<typeof listQuery<readonly [string, ...string[]]>>>;

/** A search term of a call that finds records. */
export const findQuery = z.object({
  search: withExample(findTerm, 'TP-11'),
});

/** The ID in a term such as #12; undefined for another term. */
export function idOfTerm(term: string): string | undefined {
  return /^#\s*(\d+)$/.exec(term)?.[1];
}
