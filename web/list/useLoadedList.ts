/** A list whose rows have come all at once: searched and paged here, with the same address and foot as every other. */
import { useListState } from './useListState.ts';
import type { List } from './useList.ts';

interface Loaded<Row> {
  rows: Row[];
  loading: boolean;
  error: Error | null;
  retry: () => void;
}

interface LoadedListOptions<Row> {
  pageSize: number;
  /** Whether a row is found by what was searched, which comes in small letters. */
  matches: (row: Row, term: string) => boolean;
}

export function useLoadedList<Row>(loaded: Loaded<Row>, { pageSize, matches }: LoadedListOptions<Row>): List<Row> {
  const [{ search, page: wanted }, show] = useListState('');
  const term = search.toLowerCase();
  const found = term ? loaded.rows.filter((row) => matches(row, term)) : loaded.rows;
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(wanted, pages);
  return {
    ...loaded,
    rows: found.slice((page - 1) * pageSize, page * pageSize),
    total: found.length,
    page,
    pageSize,
    pages,
    search,
    stale: false,
    setSearch: (next) => show({ search: next, page: 1 }),
    setPage: (next) => show({ page: next }),
  };
}
