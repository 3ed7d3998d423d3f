/** Choices of a lookup for a typed text, searched on the server, so that ten thousand records are as fast as ten. */
import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callList } from '#web/core/api/client.ts';
import { queryClient } from '#web/core/api/queries.ts';
import { distanceOf, nearestFirst } from './distance.ts';
import type { LookupFieldProps } from './lookup.ts';
import { recentChoices, recentFirst } from './recentChoices.ts';

const THROTTLE_MS = 60;
const PAGE_SIZE = 50;
/** The latest choices are looked for by their names, since they may be beyond the first page. */
const RECENT_SIZE = 10;
/** Size of a further page, to include exact names beyond the first one. */
const FURTHER_SIZE = 200;

export interface Choices<Row> {
  rows: Row[];
  /** Whether the rows are those of the text, not of an earlier one. */
  settled: boolean;
  /** Another object with each answer. */
  answer: readonly Row[] | undefined;
  error: Error | null;
  /** No record has the text as its name. */
  isMissing: boolean;
  /** The name of a record that has the text as its name and is not offered, where no offered one has it. */
  notOffered: string | undefined;
  /** Fetches the choices of the empty field. */
  prefetch: () => void;
  findByName: (name: string) => Promise<Row[]>;
}

type Lookup<Row> = Pick<LookupFieldProps<Row>, 'endpoint' | 'sort' | 'filters' | 'alsoFinds' | 'toChoice' | 'offers'>;

export function useChoices<Row>(
  { endpoint, sort, filters, alsoFinds, toChoice, offers }: Lookup<Row>,
  { text, enabled }: { text: string; enabled: boolean },
): Choices<Row> {
  const term = useThrottledValue(text, THROTTLE_MS);
  const labelOf = (row: Row) => toChoice(row).label;
  const isNamed = (row: Row, name: string) => distanceOf(labelOf(row), name) === 0;
  const find = async (search: string, signal?: AbortSignal, pageSize = PAGE_SIZE) => {
    const order = sort ? ('asc' as const) : undefined;
    const query = { ...filters, page: 1, pageSize, search, sort, order };
    return (await callList(endpoint, { query, signal })).rows;
  };
  const valueOf = (row: Row) => toChoice(row).value;
  /** A page with the latest choices that are beyond it. */
  const withRecent = async (page: Row[], signal: AbortSignal) => {
    if (page.length < PAGE_SIZE) return page;
    const beyond = recentChoices(endpoint.path).filter(({ value }) => !page.some((row) => valueOf(row) === value));
    const recent = await Promise.all(
      beyond.map(async ({ value, label }) =>
        (await find(label, signal, RECENT_SIZE)).filter((row) => valueOf(row) === value),
      ),
    );
    return [...recent.flat(), ...page];
  };
  const queryFor = (search: string) => ({
    queryKey: [endpoint.path, 'lookup', search, sort, filters, alsoFinds !== undefined],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      if (search === '') return await withRecent(await find(search, signal), signal);
      const [listed, further = []] = await Promise.all([find(search, signal), alsoFinds?.(search, signal)]);
      return [...listed, ...further];
    },
  });
  const { data, error, isPlaceholderData } = useQuery({
    ...queryFor(term),
    enabled,
    placeholderData: keepPreviousData,
  });
  const hasAnswer = term === text && data !== undefined && !isPlaceholderData;
  const mayBeBeyond = hasAnswer && text !== '' && data.length >= PAGE_SIZE && !data.some((row) => isNamed(row, text));
  const exactNames = useQuery({
    queryKey: [...queryFor(term).queryKey, 'exact name'],
    queryFn: async ({ signal }) => (await find(term, signal, FURTHER_SIZE)).filter((row) => isNamed(row, term)),
    enabled: enabled && mayBeBeyond,
  });
  const all = mayBeBeyond ? [...data, ...(exactNames.data ?? [])] : (data ?? []);
  const offered = all.filter((row) => offers?.(row) ?? true);
  // Enter chooses the first row: an exact name comes first, from either call, then the latest choices.
  const rows = nearestFirst(recentFirst(offered, valueOf, recentChoices(endpoint.path)), labelOf, text);
  const isUnmatched = text !== '' && !rows.some((row) => isNamed(row, text));
  const settled = hasAnswer && !(mayBeBeyond && exactNames.isLoading);
  const namesake = isUnmatched && settled ? all.find((row) => isNamed(row, text)) : undefined;
  return {
    rows,
    settled,
    answer: data,
    error,
    isMissing: settled && isUnmatched && namesake === undefined,
    notOffered: namesake && labelOf(namesake),
    prefetch: () => {
      queryClient.prefetchQuery(queryFor('')).catch(console.error);
    },
    findByName: find,
  };
}
