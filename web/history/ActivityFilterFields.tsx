import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { historyKinds, kindLabel, type HistoryEvent } from '#contract/history.ts';
import { userEndpoints } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { SelectField } from '#web/form/SelectField.tsx';
import { FilterDay } from '#web/list/FilterDay.tsx';
import { Suspense } from 'react';
import classes from './ActivityFilterFields.module.css';
import type { ActivityFilters } from './activityFilters.ts';

interface FilterFieldsProps {
  filters: ActivityFilters;
  show: (next: Partial<ActivityFilters>) => void;
  /** The events shown: they name users whose accounts are deleted. */
  rows: readonly HistoryEvent[];
  onClear?: () => void;
}

/** All users, and the deleted ones among the events shown. */
function usePeople(rows: readonly HistoryEvent[], chosen: number | undefined): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: [userEndpoints.list.path, 'everyone'],
    queryFn: ({ signal }) => call(userEndpoints.list, { query: { sort: 'fullName', order: 'asc' }, signal }),
  });
  const people = new Map(data.map(({ userId, fullName }) => [userId, fullName]));
  for (const { userId, userName } of rows) {
    if (userId !== null && !people.has(userId)) people.set(userId, userName ?? '');
  }
  if (chosen !== undefined && !people.has(chosen)) people.set(chosen, `User ${chosen}`);
  return [...people].map(([userId, fullName]) => ({ value: String(userId), label: fullName }));
}

const kinds = historyKinds.map((kind) => ({ value: kind, label: kindLabel(kind) }));

export function ActivityFilterFields(props: FilterFieldsProps) {
  return (
    <div className={classes.filters} role="search" aria-label="Filters">
      <Suspense>
        <Fields {...props} />
      </Suspense>
    </div>
  );
}

function Fields({ filters, show, rows, onClear }: FilterFieldsProps) {
  const people = usePeople(rows, filters.person);
  return (
    <>
      <SelectField
        label="Person"
        placeholder="Everybody"
        searchable
        clearable
        data={people}
        value={filters.person === undefined ? null : String(filters.person)}
        onChange={(person) => show({ person: person === null ? undefined : Number(person) })}
      />
      <SelectField
        label="Kind"
        placeholder="Everything"
        clearable
        data={kinds}
        value={filters.kind ?? null}
        onChange={(kind) => show({ kind: kind ?? undefined })}
      />
      <FilterDay label="From" value={filters.from} onChange={(from) => show({ from })} />
      <FilterDay label="To" value={filters.to} onChange={(to) => show({ to })} />
      {onClear && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear the filters
        </Button>
      )}
    </>
  );
}
