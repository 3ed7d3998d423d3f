import { Button } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import classes from './FilterBar.module.css';
import type { Parameters } from './useFilters.ts';

const FilterDay = preloadedComponent(async () => (await import('./FilterDay.tsx')).FilterDay);

interface FilterBarProps {
  label: string;
  filters: Parameters;
  show: (next: Parameters) => void;
  /** The names of the filters for the first and the last day. */
  days?: readonly [from: string, to: string];
  /** The fields before the days. */
  children: ReactNode;
}

/** The first and the last day. */
function FilterDays({ days: [from, to], filters, show }: Required<Pick<FilterBarProps, 'days' | 'filters' | 'show'>>) {
  return (
    <div className={classes.days}>
      <FilterDay label="From" value={filters[from]} onChange={(day) => show({ [from]: day })} />
      <FilterDay label="To" value={filters[to]} onChange={(day) => show({ [to]: day })} />
    </div>
  );
}

/** The filters of a list, with a button that clears them once one is set. */
export function FilterBar({ label, filters, show, days, children }: FilterBarProps) {
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className={classes.filters} role="search" aria-label={label}>
      <Suspense>
        {children}
        {days && <FilterDays days={days} filters={filters} show={show} />}
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
