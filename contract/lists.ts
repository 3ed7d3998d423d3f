/** Query parameters of all lists (design §3); without any, a list answers all its rows. */
import { z } from 'zod';
import { limits, withExample } from './fields.ts';

/** The header with the total number of rows, also past the last page. */
export const TOTAL_COUNT_HEADER = 'x-total-count';
const MAX_PAGE_SIZE = 200;

function wholeNumber(max: number, message: string) {
  return z.coerce.number(message).int(message).min(1, message).max(max, message);
}

/** The query of a list, with its sort fields; the first is the default. */
export function listQuery<const Names extends readonly [string, ...string[]]>(sortNames: Names) {
  return z.object({
    page: withExample(wholeNumber(1_000_000_000, 'page must be a whole number from 1.'), 1).optional(),
    pageSize: withExample(
      wholeNumber(MAX_PAGE_SIZE, `pageSize must be a whole number from 1 to ${MAX_PAGE_SIZE}.`),
      15,
    ).optional(),
    search: z
      .string()
      .max(limits.search, `search takes at most ${limits.search} characters.`)
      .refine((term) => !term.includes('\u0000'), 'search contains characters that cannot be searched.')
      .optional(),
    sort: z.enum(sortNames, { error: `sort must be one of: ${sortNames.join(', ')}.` }).optional(),
    order: z.enum(['asc', 'desc'], { error: 'order must be asc or desc.' }).optional(),
  });
}

export type ListQuery = z.output<ReturnType<typeof listQuery<readonly [string, ...string[]]>>>;
