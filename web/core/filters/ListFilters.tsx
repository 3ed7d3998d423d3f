/** Filters of a list, derived from its query schema: chips, all stored in the address. */
import { Button } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { limits } from '#contract/core/fields.ts';
import { filtersOf, type Filter } from '#contract/core/filters.ts';
import { today } from '#web/core/ui/today.ts';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { afterFirstScreen } from '#web/core/ui/loading/lazyWithPreload.ts';
import { FilterChip } from './FilterChip.tsx';
import classes from './ListFilters.module.css';
import { comingPeriodsOf, periodsOf } from './periods.ts';
import { filterOf, valueOf, valuesOf, withValue, type Filters } from './useFilters.ts';

/** After the first rows: it brings everything that looks records up. */
const RecordFilter = lazyComponent(
  async () => (await afterFirstScreen(() => import('./RecordFilter.tsx'))).RecordFilter,
);
/** For paper: after the first rows, too. */
const PrintedFilters = lazyComponent(
  async () => (await afterFirstScreen(() => import('./PrintedFilters.tsx'))).PrintedFilters,
);
const RangeFields = lazyComponent(async () => (await import('./RangeFields.tsx')).RangeFields);

interface ListFiltersProps {
  endpoint: { query: z.ZodType };
  /** Name of the list, in the middle of a sentence. */
  label: string;
  filters: Filters;
  show: (next: Filters) => void;
  /** Shown before the chips. */
  children?: ReactNode;
}

const OTHER = 'other';

/** Whether one of its parameters is set. */
function isSet([name, filter]: [string, Filter], filters: Filters): boolean {
  return filters[name] !== undefined || ('to' in filter && filters[filter.to] !== undefined);
}

/** The name of the requested period. */
function periodOf(name: string, { to, periods: which }: Extract<Filter, { kind: 'days' }>, filters: Filters) {
  const periods = which === 'past' ? periodsOf(today()) : comingPeriodsOf(today());
  const period = periods.find((each) => each.from === valueOf(filters[name]) && each.to === valueOf(filters[to]));
  return { periods, period };
}

/** The values, each of which has a chip, and the place for another. */
function placesOf(values: readonly string[], most: number): (string | undefined)[] {
  return values.length < most || values.length === 0 ? [...values, undefined] : [...values];
}

function nameOfPlace(label: string, index: number): string {
  return index === 0 ? label : `Another ${label.toLowerCase()}`;
}

function placeholderOf(label: string, index: number): string {
  return index === 0 ? label : 'or';
}

export function ListFilters({ endpoint, label, filters, show, children }: ListFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  /** The range whose days are typed. */
  const [typing, setTyping] = useState<string>();
  const offered = filtersOf(endpoint.query);
  if (offered.length === 0) return null;
  const shown = offered.filter((each) => isOpen || !each[1].isFurther || isSet(each, filters));
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const isTyped = (name: string, filter: Extract<Filter, { kind: 'days' }>) =>
    typing === name || (isSet([name, filter], filters) && periodOf(name, filter, filters).period === undefined);

  const chips = shown.map(([name, filter]) => {
    const values = valuesOf(filters[name]);
    const setValues = (next: string[]) => show({ [name]: filterOf(next) });
    switch (filter.kind) {
      case 'choice': {
        const { options } = filter;
        // All but one are worth choosing: with all of them the list is whole.
        return placesOf(values, options.length - 1).map((value, index) => (
          <FilterChip
            key={`${name} ${index}`}
            label={nameOfPlace(filter.label, index)}
            shown={placeholderOf(filter.label, index)}
            options={options.filter((each) => each.value === value || !values.includes(each.value))}
            value={value}
            onChange={(chosen) => setValues(withValue(values, index, chosen))}
          />
        ));
      }
      case 'record':
        return placesOf(values, limits.filterValues).map((_, index) => (
          <Suspense
            key={`${name} ${index}`}
            fallback={<div className={classes.place} aria-hidden>{`+ ${placeholderOf(filter.label, index)}`}</div>}
          >
            <RecordFilter
              filter={filter}
              label={nameOfPlace(filter.label, index)}
              placeholder={placeholderOf(filter.label, index)}
              values={values}
              index={index}
              onChange={setValues}
            />
          </Suspense>
        ));
      case 'days': {
        const { periods, period } = periodOf(name, filter, filters);
        return (
          <FilterChip
            key={name}
            label={filter.label}
            options={[
              ...periods.map((each) => ({ value: each.label, label: each.label })),
              { value: OTHER, label: 'Other days …' },
            ]}
            value={isTyped(name, filter) ? OTHER : period?.label}
            onChange={(value) => {
              setTyping(value === OTHER ? name : undefined);
              if (value === OTHER) return;
              const chosen = periods.find((each) => each.label === value);
              show({ [name]: chosen?.from, [filter.to]: chosen?.to });
            }}
          />
        );
      }
      case 'amounts':
      default:
        return null;
    }
  });
  const ranges = shown.flatMap(([name, filter]) => {
    const isRange = filter.kind === 'amounts' || (filter.kind === 'days' && isTyped(name, filter));
    if (!isRange) return [];
    const { kind, label: what, to } = filter;
    return <RangeFields key={name} kind={kind} label={what} names={[name, to]} filters={filters} show={show} />;
  });

  return (
    <div role="search" aria-label={`Filters of ${label}`}>
      <Suspense>
        <PrintedFilters endpoint={endpoint} label={label} filters={filters} />
      </Suspense>
      <div className={classes.chips}>
        {children}
        {chips}
        {shown.length < offered.length && (
          <Button variant="subtle" color="gray" onClick={() => setOpen(true)}>
            More filters
          </Button>
        )}
        {isNarrowed && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setTyping(undefined);
              show(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])));
            }}
          >
            Clear the filters
          </Button>
        )}
      </div>
      {ranges.length > 0 && (
        <div className={classes.ranges}>
          <Suspense>{ranges}</Suspense>
        </div>
      )}
    </div>
  );
}
