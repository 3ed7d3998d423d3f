import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { queryOf } from '#web/core/api/queries.ts';
import classes from './ListSums.module.css';
import type { Filters } from '#web/core/filters/useFilters.ts';

export interface ListSumsProps<Sums> {
  /** Takes the filters as the texts in the URL. */
  endpoint: Endpoint & { query: z.ZodType; answer: z.ZodType<unknown, Sums> };
  filters: Filters;
  search: string;
  sumsOf: (sums: Sums) => readonly (readonly [label: string, sum: ReactNode])[];
}

/** Sums of the filtered rows, on all pages, at the foot of a list. */
export function ListSums<Sums extends { count: number }>({ endpoint, filters, search, sumsOf }: ListSumsProps<Sums>) {
  const query = { ...filters, search: search || undefined };
  const { data } = useQuery({
    ...queryOf(endpoint, { query }),
    placeholderData: keepPreviousData,
  });
  const sums = data && data.count > 0 ? sumsOf(data) : [];
  if (sums.length === 0) return null;
  return (
    <dl className={classes.sums} aria-label="Sums">
      {sums.map(([label, sum]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{sum}</dd>
        </div>
      ))}
    </dl>
  );
}
