/** Specification §2, Production: the stock, the form, and the recorded productions. */
import { materialStockEndpoints, type StockRecord } from '#contract/stock/items/materialStock.ts';
import { useState } from 'react';
import { formatQuantity } from '#contract/core/values/format.ts';
import { productionTexts } from '#contract/make/production.ts';
import { pageSizes } from '#contract/kinds.ts';
import { runTexts, type RunRecord, type RunWithClaims } from '#contract/make/runs.ts';
import { may } from '#web/core/api/session.ts';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { useReadDocument } from '#web/core/records/document.ts';
import { LabelsOfLots } from '#web/stock/labels/LabelsButton.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import { Balance, balanceOf, balances, isDepleted } from '#web/stock/items/Balance.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { RunForm } from './form/RunForm.tsx';
import classes from './RunsPage.module.css';
import { runs, type RunPrefill } from './runDefinition.ts';
import type { RunValues } from './runValues.ts';
import { RunList } from './RunList.tsx';
import { useFirstOutput } from './firstOutput.ts';

const stockColumns: Column<StockRecord>[] = [
  {
    header: 'Raw material',
    sort: 'rawMaterialName',
    weight: 'strong',
    pinned: true,
    cell: (row) => (
      <ItemLink
        rawMaterialId={row.rawMaterialId}
        name={<Wrapped text={row.rawMaterialName} minWidth={140} maxWidth={300} />}
      />
    ),
  },
  quantities({ header: 'Inward', sort: 'totalInwardQty' }, (row) => ({ quantity: row.totalInwardQty, unit: '' })),
  quantities({ header: 'Used', sort: 'usedQty' }, (row) => ({ quantity: row.usedQty, unit: '' })),
  balances({ header: 'Balance', sort: 'balanceQty' }, balanceOf),
];

export function RunsPage() {
  const stock = useList(materialStockEndpoints.list, { pageSize: pageSizes.productionStock, prefix: 'stock' });
  const form = useReadDocument<RunRecord, RunValues, RunPrefill, RunWithClaims>(runs, runTexts.notLoaded, {
    alwaysOpen: true,
  });
  useFirstOutput((firstOutput) => form.begin({ firstOutput }));
  const [labelledLotIds, setLabelledLotIds] = useState<number[]>();

  return (
    <>
      <PageHeader title={runTexts.title} />
      <div className={classes.desk}>
        <section aria-labelledby="stock">
          <header className={classes.sectionHead}>
            <h2 id="stock">Raw material stock</h2>
            <SearchField
              label="Search the stock"
              placeholder="Search raw material"
              value={stock.search}
              onChange={stock.setSearch}
            />
          </header>
          <ListPanel
            list={stock}
            label="Raw material stock"
            columns={stockColumns}
            card={(row) => ({
              title: <ItemLink rawMaterialId={row.rawMaterialId} name={row.rawMaterialName} />,
              state: <Balance {...balanceOf(row)} />,
              detail: (
                <>
                  Inward {formatQuantity(row.totalInwardQty)} · used {formatQuantity(row.usedQty)}
                </>
              ),
            })}
            rowId={(row) => row.rawMaterialId}
            isDepleted={isDepleted}
            empty={productionTexts.noStock}
            begin={<BeginLink to="/inward">Go to Inward</BeginLink>}
          />
        </section>
        <section aria-label="Recording" className={classes.recording}>
          {/* Always rendered: when closed, it is the form for a new production. */}
          <RunForm
            key={form.key}
            {...form.props}
            isForCompleting={!may('update', 'runs')}
            printLabels={setLabelledLotIds}
          />
        </section>
      </div>
      <RunList form={form} />
      {form.dialog}
      {labelledLotIds && <LabelsOfLots lotIds={labelledLotIds} onClose={() => setLabelledLotIds(undefined)} />}
    </>
  );
}
