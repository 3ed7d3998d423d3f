/** What a saved view keeps of the address: search, filters and order, not the page. */

export function viewQueryOf(search: Record<string, unknown>): string {
  const kept = Object.entries(search)
    .filter(([name, value]) => !/page$/i.test(name) && value !== undefined && value !== '')
    .map(([name, value]): [string, string] => [name, String(value)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(kept).toString();
}

export function searchOfView(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The address of a list as a view shows it: nothing stays of what was there before. */
export function showView<Search extends object>(before: Search, query: string) {
  const cleared = Object.fromEntries(Object.keys(before).map((name) => [name, undefined]));
  return { ...before, ...cleared, ...searchOfView(query) };
}
