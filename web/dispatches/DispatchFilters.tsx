import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { buyerEndpoints } from '#contract/buyers.ts';
import { dispatchLabels } from '#contract/dispatches.ts';
import { call } from '#web/api/client.ts';
import { FilterDay } from '#web/list/FilterDay.tsx';
import { LookupField } from '#web/list/LookupField.tsx';
import type { Filters } from '#web/list/useFilters.ts';
import classes from './DispatchesPage.module.css';

interface DispatchFiltersProps {
  filters: Filters;
  show: (next: Filters) => void;
}

/** The dispatches to a buyer and of a time. */
export function DispatchFilters({ filters, show }: DispatchFiltersProps) {
  const buyerId = filters['buyerId'];
  const { data } = useQuery({
    queryKey: [buyerEndpoints.get.path, Number(buyerId)],
    queryFn: ({ signal }) => call(buyerEndpoints.get, { params: { id: buyerId ?? '' }, signal }),
    enabled: buyerId !== undefined,
  });
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className={classes.filters} role="search" aria-label="Filters of dispatches">
      <Suspense>
        <LookupField
          label={dispatchLabels.buyerId}
          placeholder="All buyers"
          endpoint={buyerEndpoints.list}
          sort="name"
          toChoice={(row) => ({ value: row.buyerId, label: row.name })}
          chosen={buyerId === undefined ? null : { value: Number(buyerId), label: data?.name ?? '' }}
          onChoose={(row) => show({ buyerId: String(row.buyerId) })}
        />
        <FilterDay
          label="From"
          value={filters['dispatchDateFrom']}
          onChange={(dispatchDateFrom) => show({ dispatchDateFrom })}
        />
        <FilterDay
          label="To"
          value={filters['dispatchDateTo']}
          onChange={(dispatchDateTo) => show({ dispatchDateTo })}
        />
        {isNarrowed && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => show(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])))}
          >
            Clear the filters
          </Button>
        )}
      </Suspense>
    </div>
  );
}
