/** The recorded productions by run, newest first; a row expands to show its lots. */
import { IconChevronDown, IconChevronRight, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { productionTexts } from '#contract/make/production.ts';
import { productionStatusLabels } from '#contract/documentStatus.ts';
import { pageSizes } from '#contract/kinds.ts';
import { runEndpoints, runLabels, runLineLabels, runTexts, type RunRecord } from '#contract/make/runs.ts';
import { call, messageOf } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { RecordList, useRecordRows, type RecordListProps } from '#web/core/records/RecordList.tsx';
import { sheetOf } from '#web/core/sheets/listSheet.ts';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { RunStatusPill } from './RunStatusPill.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './RunsPage.module.css';
import { batchesText, inputsText, lineTexts, runs } from './runDefinition.ts';

const runSheet = sheetOf<RunRecord>('Production', [
  { heading: 'ID', width: 8, value: (row) => row.runId },
  { heading: runLabels.productionDate, width: 16, value: (row) => ({ date: row.productionDate }) },
  { heading: runLabels.status, width: 12, value: (row) => productionStatusLabels[row.status] },
  {
    heading: 'Batches',
    width: 24,
    value: batchesText,
  },
  {
    heading: runLineLabels.outputs,
    width: 40,
    value: (row) => lineTexts(row.outputs.map((output) => ({ ...output, itemName: output.productName }))).join(', '),
  },
  { heading: runLineLabels.inputs, width: 48, value: (row) => lineTexts(row.inputs).join(', ') },
  { heading: 'Yield (%)', width: 10, value: (row) => row.yield.yieldPercent },
  { heading: runLabels.gainReason, width: 32, value: (row) => row.gainReason },
  { heading: runLabels.afterExpiryReason, width: 32, value: (row) => row.afterExpiryReason },
  { heading: runLabels.note, width: 32, value: (row) => row.note },
]);

function quantitiesText({ outputs }: RunRecord): string {
  return outputs.map(({ quantity, unit }) => formatQuantityWithUnit(quantity, unit)).join(', ');
}

/** Outputs of a run, as a link to its page. */
function Outputs({ run }: { run: RunRecord }) {
  const { outputs, runId } = run;
  return (
    <span className={classes.twoLines}>
      <DocumentLink kind="run" id={runId} label={batchesText(run) || runTexts.noProduct} />
      {outputs.length > 0 && <small>{[...new Set(outputs.map(({ productName }) => productName))].join(', ')}</small>}
    </span>
  );
}

const columns: Column<RunRecord>[] = [
  { header: 'Date', sort: 'productionDate', cell: (row) => formatDate(row.productionDate) },
  { header: 'Product and batch', weight: 'strong', pinned: true, cell: (row) => <Outputs run={row} /> },
  { header: 'Raw materials', cell: (row) => <Wrapped text={inputsText(row)} minWidth={220} maxWidth={440} /> },
  { header: 'Output', align: 'end', cell: quantitiesText },
  {
    header: 'Yield',
    align: 'end',
    cell: (row) => row.yield.yieldPercent !== null && formatPercent(row.yield.yieldPercent),
  },
  { header: runLabels.status, sort: 'status', cell: (row) => <RunStatusPill status={row.status} /> },
];

interface RunListProps {
  form: RecordListProps<RunRecord, never>['form'];
}

export function RunList({ form }: RunListProps) {
  const rows = useRecordRows(runs, pageSizes.runs);
  const { list, filters } = rows;
  const [openedId, setOpenedId] = useState<number>();
  const lotsButton = (row: RunRecord) => {
    const isOpened = row.runId === openedId;
    return (
      <RowAction
        expanded={isOpened}
        label={`Lots of ${runs.nameOf(row)}`}
        title="From which lots"
        onClick={() => setOpenedId(isOpened ? undefined : row.runId)}
      >
        {isOpened ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
      </RowAction>
    );
  };
  const mayContinue = !may('update', 'runs') && may('create', 'runs');

  return (
    <section className={classes.recorded} aria-labelledby="recorded">
      <header className={classes.sectionHead}>
        <h2 id="recorded">{runTexts.recorded}</h2>
        <SearchField
          label="Search recorded productions"
          placeholder="Search product, batch or raw material"
          value={list.search}
          onChange={list.setSearch}
        />
        <ListExport endpoint={runEndpoints.list} list={list} filters={filters} sheet={runSheet} />
      </header>
      <RecordList
        definition={runs}
        title={runTexts.recorded}
        words={runTexts}
        rows={rows}
        form={form}
        columns={[...columns, { header: 'Lots', cell: lotsButton }]}
        card={(row) => ({
          title: <Outputs run={row} />,
          state: <RunStatusPill status={row.status} />,
          detail: [quantitiesText(row), inputsText(row)].filter(Boolean).join(' · '),
          aside: formatDate(row.productionDate),
        })}
        to={({ runId }) => ({ to: '/production/$runId', params: { runId: String(runId) } })}
        actions={(row) =>
          mayContinue &&
          row.status === 'in_progress' && (
            <RowAction label={`Complete ${runs.nameOf(row)}`} onClick={() => form.open(row)}>
              <IconPencil size={17} />
            </RowAction>
          )
        }
        opened={(row) => (row.runId === openedId ? <Lots runId={row.runId} /> : undefined)}
        deletion={{
          remove: (row) => {
            // An expanded row would query the lots of a deleted run.
            setOpenedId(undefined);
            return call(runEndpoints.remove, { params: { id: row.runId } });
          },
        }}
      />
    </section>
  );
}

function Lots({ runId }: { runId: number }) {
  const { data, error } = useQuery(queryOf(runEndpoints.get, { params: { id: runId } }));
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <Loading panels={[2]} />;
  return (
    <ul className={classes.lots}>
      {data.inputs.flatMap(({ lots, unit, itemName, productionId }) =>
        lots.map((lot) => (
          <li key={`${productionId} ${lot.lotId}`}>
            <strong>{formatQuantityWithUnit(lot.quantity, unit)}</strong> of {itemName} from lot <LotLink {...lot} />
            {lot.supplierName && `: ${lot.supplierName}`}
            {lot.beforeReceipt && `, ${productionTexts.beforeReceipt}`}
          </li>
        )),
      )}
    </ul>
  );
}
