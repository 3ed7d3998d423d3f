/** The stock ledger of an item as a statement: opening, movements of each document, and closing. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { itemEndpoints } from '#contract/stock/items/items.ts';
import {
  ledgerFilters,
  ledgerTexts,
  stockLedgerEndpoints,
  type StockLedger,
} from '#contract/stock/lots/stockLedger.ts';
import { queryOf } from '#web/core/api/queries.ts';
import type { Progress } from '#web/core/sheets/downloadSheet.ts';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import { FilterBar } from '#web/core/filters/FilterBar.tsx';
import { FilterChip } from '#web/core/filters/FilterChip.tsx';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { useItems } from '#web/stock/items/useItems.ts';
import { periodsOf } from '#web/core/filters/periods.ts';
import { useParameters } from '#web/core/filters/useFilters.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { today } from '#web/core/ui/today.ts';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import classes from './Ledger.module.css';
import { LedgerTable } from './LedgerTable.tsx';
import { ledgerParams } from './ledgerParams.ts';
import { exportLedger } from './exportLedger.ts';

async function exportRows(ledger: StockLedger, onProgress: Progress): Promise<void> {
  await exportLedger(ledger, onProgress);
}

export function LedgerPage() {
  const [filters, show] = useParameters(ledgerFilters, ledgerParams);
  const { itemId, from, to } = filters;
  const hasItem = itemId !== undefined;
  const { data, error, refetch } = useQuery({
    ...queryOf(stockLedgerEndpoints.get, { query: { itemId: itemId ?? '', from, to } }),
    enabled: hasItem,
    placeholderData: keepPreviousData,
  });
  // Its name also where the period is refused and no ledger has it; what of its stock is on hold.
  const item = useItems(hasItem ? [Number(itemId)] : []).get(Number(itemId));
  const isShown = hasItem && !error && data !== undefined;
  const periods = periodsOf(today());

  return (
    <>
      <PageHeader title={ledgerTexts.title}>
        {isShown && <ExportButton nothing={false} run={(onProgress) => exportRows(data, onProgress)} />}
        {isShown && <PrintButton />}
      </PageHeader>
      <div className={classes.asked}>
        <FilterBar label="Of what, and when" filters={filters} show={show} days={['from', 'to']}>
          <LookupField
            label="Item"
            endpoint={itemEndpoints.list}
            sort="name"
            toChoice={(row) => ({ value: row.itemId, label: row.name })}
            hint={(row) => (row.kind === 'product' ? 'product' : row.unit)}
            chosen={hasItem ? { value: Number(itemId), label: item?.name ?? data?.itemName ?? '' } : null}
            onChoose={(row) => show({ itemId: String(row.itemId) })}
          />
          <FilterChip
            label="Period"
            options={periods.map(({ label }) => ({ value: label, label }))}
            value={periods.find((period) => period.from === from && period.to === to)?.label}
            onChange={(label) => {
              const chosen = periods.find((period) => period.label === label);
              show({ from: chosen?.from, to: chosen?.to });
            }}
          />
        </FilterBar>
      </div>
      {!hasItem && (
        <Panel>
          <PanelMessage>{ledgerTexts.empty}</PanelMessage>
        </Panel>
      )}
      {hasItem && error && (
        <Panel>
          <LoadFailed failed={ledgerTexts.loadFailed} error={error} retry={refetch} />
        </Panel>
      )}
      {hasItem && !error && !data && <Loading panels={[8]} />}
      {isShown && <LedgerTable ledger={data} onHoldQty={item?.itemId === data.itemId ? item.onHoldQty : 0} />}
    </>
  );
}
