/** On paper, in the place of the chips: the filters and the search of a list in words. */
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { z } from 'zod';
import { narrowingOf } from './filterWords.ts';
import classes from './ListFilters.module.css';
import type { Filters } from './useFilters.ts';

interface PrintedFiltersProps {
  endpoint: { query: z.ZodType };
  label: string;
  filters: Filters;
}

export function PrintedFilters({ endpoint, label, filters }: PrintedFiltersProps) {
  const search = useRouterState({ select: ({ location }) => location.search.search });
  const typed = typeof search === 'string' ? search : '';
  const { data = [] } = useQuery({
    queryKey: ['filters in words', label, filters, typed],
    queryFn: async () => await narrowingOf(endpoint, filters, typed),
  });
  if (data.length === 0) return null;
  return <p className={classes.printed}>{data.map(([name, words]) => `${name}: ${words}`).join(' · ')}</p>;
}
