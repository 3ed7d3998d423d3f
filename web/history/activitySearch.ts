/** What of an address the activity understands; apart, since every first load carries it. */
import type { SearchSchemaInput } from '@tanstack/react-router';
import { listSearch } from '#web/list/listSearch.ts';

const pages = listSearch('');

/** For the route: the page, and the filters as they stand there, right or wrong. */
export function activitySearch({ person, kind, from, to, ...address }: Record<string, unknown> & SearchSchemaInput) {
  const texts = Object.entries({ person, kind, from, to }).filter(([, value]) => value !== undefined);
  return { ...pages(address), ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])) };
}
