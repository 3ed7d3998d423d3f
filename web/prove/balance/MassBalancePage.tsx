/** Incoming and outgoing quantities and stock of an item, and of all products made from it. */
import '#web/core/form/fields/checkbox.css';
import { Checkbox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { itemEndpoints } from '#contract/stock/items/items.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { massBalanceEndpoints, massBalanceFilters } from '#contract/prove/massBalance.ts';
import { massBalanceTexts, balancedScheme } from '#contract/prove/massBalanceTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import { FilterBar } from '#web/core/filters/FilterBar.tsx';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { useParameters } from '#web/core/filters/useFilters.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import classes from './MassBalance.module.css';
import { balanceFilters } from './balanceFilters.ts';
import { Balance } from './Balance.tsx';
import { CountPeriod } from './CountPeriod.tsx';
import {
  exportOrganicBalances,
  OrganicBalances,
  readOrganicBalances,
  schemesIn,
  underScheme,
} from './OrganicBalances.tsx';
import { periodsOf } from './periods.ts';
import { exportBalance } from './exportBalance.ts';

/** The period of all items where none was chosen. */
const USUAL_PERIOD = 'Financial year';

export function MassBalancePage() {
  const [filters, show] = useParameters(massBalanceFilters, balanceFilters);
  const { lotId, withProducts } = filters;
  const itemId = lotId === undefined ? filters['itemId'] : undefined;
  const hasSubject = itemId !== undefined || lotId !== undefined;
  const periods = periodsOf();
  const isUsual = !hasSubject && filters['from'] === undefined && filters['to'] === undefined;
  const { from, to } = isUsual ? (periods[USUAL_PERIOD] ?? filters) : filters;
  const isAlone = withProducts === 'false';
  const one = useQuery({
    ...queryOf(massBalanceEndpoints.read, {
      query: { itemId, lotId, from, to, withProducts: isAlone ? 'false' : 'true' },
    }),
    enabled: hasSubject,
    placeholderData: keepPreviousData,
  });
  const all = useQuery({
    queryKey: [massBalanceEndpoints.organic.path, from, to],
    queryFn: async ({ signal }) => await readOrganicBalances({ from, to }, signal),
    enabled: !hasSubject,
  });
  const { error, refetch } = hasSubject ? one : all;
  const balance = hasSubject && !error ? one.data : undefined;
  const allItems = hasSubject || error ? undefined : all.data;
  const offeredSchemes = allItems ? schemesIn(allItems) : [];
  const scheme = offeredSchemes.find((each) => each === filters['scheme']);
  const items = allItems && underScheme(allItems, scheme);
  // Without days, the period of all items is the usual one.
  const offered = Object.entries(periods).filter(([, days]) => hasSubject || days.from !== undefined);

  return (
    <>
      <PageHeader title={massBalanceTexts.title}>
        {balance && (
          <ExportButton nothing={false} run={async (onProgress) => await exportBalance(balance, onProgress)} />
        )}
        {items && (
          <ExportButton
            nothing={items.length === 0}
            run={async (onProgress) => await exportOrganicBalances({ items, from, to, scheme }, onProgress)}
          />
        )}
        {(balance || items) && <PrintButton />}
      </PageHeader>
      <div className={classes.asked}>
        <FilterBar label="What is balanced" filters={filters} show={show} days={['from', 'to']}>
          <LookupField
            label="Item"
            placeholder={massBalanceTexts.allOrOne}
            endpoint={itemEndpoints.list}
            sort="name"
            toChoice={(row) => ({ value: row.itemId, label: row.name })}
            hint={(row) => (row.kind === 'product' ? 'product' : row.unit)}
            chosen={itemId === undefined ? null : { value: Number(itemId), label: balance?.itemName ?? '' }}
            onChoose={(row) => show({ from, to, itemId: String(row.itemId), lotId: undefined })}
          />
          <LookupField
            label="Or a lot"
            placeholder="Code or item"
            endpoint={lotEndpoints.list}
            toChoice={(row) => ({ value: row.lotId, label: row.code })}
            hint={(row) => row.itemName}
            chosen={lotId === undefined ? null : { value: Number(lotId), label: balance?.lotCode ?? '' }}
            onChoose={(row) => show({ from, to, lotId: String(row.lotId), itemId: undefined })}
          />
        </FilterBar>
      </div>
      <div className={classes.periods} role="group" aria-label="Period">
        {offered.map(([name, days]) => (
          <button
            key={name}
            type="button"
            aria-pressed={days.from === from && days.to === to}
            onClick={() => show({ ...days })}
          >
            {name}
          </button>
        ))}
        {balance && (
          <CountPeriod
            key={`${balance.itemId} ${balance.lotCode}`}
            countDays={balance.countDays}
            from={from}
            to={to}
            show={(days) => show({ ...days })}
          />
        )}
        {hasSubject && (
          <Checkbox
            label={massBalanceTexts.withProducts}
            checked={!isAlone}
            onChange={(event) => show({ withProducts: event.currentTarget.checked ? undefined : 'false' })}
          />
        )}
      </div>
      {offeredSchemes.length > 0 && (
        <div className={classes.periods} role="group" aria-label={massBalanceTexts.scheme}>
          {[undefined, ...offeredSchemes].map((each) => (
            <button
              key={each ?? ''}
              type="button"
              aria-pressed={each === scheme}
              onClick={() => show({ scheme: each })}
            >
              {each === undefined ? massBalanceTexts.allSchemes : balancedScheme(each)}
            </button>
          ))}
        </div>
      )}
      {error && (
        <Panel>
          <LoadFailed
            failed={hasSubject ? massBalanceTexts.loadFailed : massBalanceTexts.allLoadFailed}
            error={error}
            retry={refetch}
          />
        </Panel>
      )}
      {!error && !balance && !items && <Loading panels={hasSubject ? [3, 8] : [8]} />}
      {balance && <Balance balance={balance} />}
      {items && <OrganicBalances items={items} from={from} to={to} scheme={scheme} />}
    </>
  );
}
