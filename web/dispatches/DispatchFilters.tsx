import { useQuery } from '@tanstack/react-query';
import { buyerEndpoints } from '#contract/buyers.ts';
import { dispatchLabels } from '#contract/dispatches.ts';
import { call } from '#web/api/client.ts';
import { FilterBar } from '#web/list/FilterBar.tsx';
import { LookupField } from '#web/list/LookupField.tsx';
import type { Filters } from '#web/list/useFilters.ts';

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
  return (
    <FilterBar
      label="Filters of dispatches"
      filters={filters}
      show={show}
      days={['dispatchDateFrom', 'dispatchDateTo']}
    >
      <LookupField
        label={dispatchLabels.buyerId}
        placeholder="All buyers"
        endpoint={buyerEndpoints.list}
        sort="name"
        toChoice={(row) => ({ value: row.buyerId, label: row.name })}
        chosen={buyerId === undefined ? null : { value: Number(buyerId), label: data?.name ?? '' }}
        onChoose={(row) => show({ buyerId: String(row.buyerId) })}
      />
    </FilterBar>
  );
}
