/** The filters of a list in words, for what leaves the screen. */
import type { z } from 'zod';
import { filtersOf, type Filter } from '#contract/core/filters.ts';
import type { FilterRecords } from '#contract/kinds.ts';
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { formatDate, formatRupees } from '#contract/core/values/format.ts';
import { ApiError } from '#web/core/api/client.ts';
import { filteredRecords } from './filteredRecords.ts';
import { valueOf, valuesOf, type Filters } from './useFilters.ts';

/** By what rows are narrowed, and how. */
export type Narrowing = readonly (readonly [label: string, words: string])[];

const ANY_OF = ' or ';

/** The name of a record; its id where it is gone. */
async function nameOf(kind: FilterRecords, id: string): Promise<string> {
  try {
    return await filteredRecords(kind).findName(id);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return `#${id}`;
    throw error;
  }
}

async function wordsOf([name, filter]: [string, Filter], filters: Filters): Promise<string> {
  const values = valuesOf(filters[name]);
  switch (filter.kind) {
    case 'choice':
      return values.map((value) => filter.options.find((each) => each.value === value)?.label ?? value).join(ANY_OF);
    case 'record':
      return (await Promise.all(values.map(async (id) => await nameOf(filter.of, id)))).join(ANY_OF);
    case 'days':
    case 'amounts':
    default: {
      const inWords = (end: string) => (filter.kind === 'days' ? formatDate(end) : formatRupees(Number(end)));
      const [from, to] = [valueOf(filters[name]), valueOf(filters[filter.to])];
      return exportTexts.range(from && inWords(from), to && inWords(to));
    }
  }
}

/** The search and the filters that are set, each with its label. */
export async function narrowingOf(
  { query }: { query: z.ZodType },
  filters: Filters,
  search: string,
): Promise<Narrowing> {
  const words = await Promise.all(
    filtersOf(query).map(async (each) => [each[1].label, await wordsOf(each, filters)] as const),
  );
  return [...words, [exportTexts.search, search] as const].filter(([, text]) => text !== '');
}
