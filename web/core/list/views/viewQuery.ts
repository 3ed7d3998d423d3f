/** Address parameters of a saved view: search, filters and order, not the page. */
import { queryText } from '#web/core/api/queryText.ts';
import { filterOf, type Filters } from '#web/core/filters/useFilters.ts';

export function viewQueryOf(search: Record<string, unknown>): string {
  const params = Object.entries(search).filter(([name]) => !/page$/i.test(name));
  return queryText(Object.fromEntries(params.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

export function searchOfView(query: string): Filters {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, filterOf(parameters.getAll(name))]));
}

/** The address of a list under a view, without earlier parameters. */
export function showView<Search extends object>(before: Search, query: string) {
  const cleared = Object.fromEntries(Object.keys(before).map((name) => [name, undefined]));
  return { ...before, ...cleared, ...searchOfView(query) };
}
