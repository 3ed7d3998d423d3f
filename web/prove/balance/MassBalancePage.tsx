/** Incoming and outgoing quantities and stock of an item, and of all products made from it. */
import '#web/core/form/fields/checkbox.css';
import { Checkbox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { itemEndpoints } from '#contract/stock/items/items.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import {
  massBalanceEndpoints,
  massBalanceFilters,
  massBalanceTexts,
  type MassBalance,
} from '#contract/prove/massBalance.ts';
import { queryOf } from '#web/core/api/queries.ts';
import type { Progress } from '#web/core/sheets/downloadSheet.ts';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import { FilterBar } from '#web/core/filters/FilterBar.tsx';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { useParameters } from '#web/core/filters/useFilters.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { Loading } from '#web/core/ui/Loading.tsx';
import classes from './MassBalance.module.css';
import { balanceFilters } from './balanceFilters.ts';
import { Balance } from './Balance.tsx';
import { CountPeriod } from './CountPeriod.tsx';
import { periodsOf } from './periods.ts';
import { exportBalance } from './exportBalance.ts';

async function exportRows(balance: MassBalance, onProgress: Progress): Promise<void> {
  await exportBalance(balance, onProgress);
}

export function MassBalancePage() {
  const [filters, show] = useParameters(massBalanceFilters, balanceFilters);
  const { lotId, from, to, withProducts } = filters;
  const itemId = lotId === undefined ? filters['itemId'] : undefined;
  const isAlone = withProducts === 'false';
  const { data, error, refetch } = useQuery({
    ...queryOf(massBalanceEndpoints.read, {
      query: { itemId, lotId, from, to, withProducts: isAlone ? 'false' : 'true' },
    }),
    enabled: itemId !== undefined || lotId !== undefined,
    placeholderData: keepPreviousData,
  });
  const hasSubject = itemId !== undefined || lotId !== undefined;
  const isShown = hasSubject && !error && data !== undefined;

  return (
    <>
      <PageHeader title={massBalanceTexts.title}>
        {isShown && <ExportButton nothing={false} run={(onProgress) => exportRows(data, onProgress)} />}
        {isShown && <PrintButton />}
      </PageHeader>
      <div className={classes.asked}>
        <FilterBar label="What is balanced" filters={filters} show={show} days={['from', 'to']}>
          <LookupField
            label="Item"
            placeholder="Type to search"
            endpoint={itemEndpoints.list}
            sort="name"
            toChoice={(row) => ({ value: row.itemId, label: row.name })}
            hint={(row) => (row.kind === 'product' ? 'product' : row.unit)}
            chosen={itemId === undefined ? null : { value: Number(itemId), label: data?.itemName ?? '' }}
            onChoose={(row) => show({ itemId: String(row.itemId), lotId: undefined })}
          />
          <LookupField
            label="Or a lot"
            placeholder="Code or item"
            endpoint={lotEndpoints.list}
            toChoice={(row) => ({ value: row.lotId, label: row.code })}
            hint={(row) => row.itemName}
            chosen={lotId === undefined ? null : { value: Number(lotId), label: data?.lotCode ?? '' }}
            onChoose={(row) => show({ lotId: String(row.lotId), itemId: undefined })}
          />
        </FilterBar>
      </div>
      {hasSubject && (
        <div className={classes.periods} role="group" aria-label="Period">
          {Object.entries(periodsOf()).map(([name, days]) => (
            <button
              key={name}
              type="button"
              aria-pressed={days.from === from && days.to === to}
              onClick={() => show({ ...days })}
            >
              {name}
            </button>
          ))}
          {data && (
            <CountPeriod
              key={`${data.itemId} ${data.lotCode}`}
              countDays={data.countDays}
              from={from}
              to={to}
              show={(days) => show({ ...days })}
            />
          )}
          <Checkbox
            label={massBalanceTexts.withProducts}
            checked={!isAlone}
            onChange={(event) => show({ withProducts: event.currentTarget.checked ? undefined : 'false' })}
          />
        </div>
      )}
      {!hasSubject && (
        <Panel>
          <PanelMessage>{massBalanceTexts.empty}</PanelMessage>
        </Panel>
      )}
      {hasSubject && error && (
        <Panel>
          <LoadFailed
            failed={massBalanceTexts.loadFailed}
            error={error}
            retry={() => {
              refetch().catch(console.error);
            }}
          />
        </Panel>
      )}
      {hasSubject && !error && !data && <Loading panels={[3, 8]} />}
      {isShown && <Balance balance={data} />}
    </>
  );
}
