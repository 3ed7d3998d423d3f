/** The recorded productions by run, newest first; a row expands to show its lots. */
import { IconChevronDown, IconChevronRight, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { productionTexts } from '#contract/make/production.ts';
import { productionStatusLabels } from '#contract/documentStatus.ts';
import { pageSizes } from '#contract/kinds.ts';
import { runEndpoints, runTexts, type RunRecord, type RunWithClaims } from '#contract/make/runs.ts';
import { call, messageOf, whyOf } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { rowMenu } from '#web/core/form/rowMenu.ts';
import { useDeletion } from '#web/core/form/useDeletion.tsx';
import { useReadToEdit } from '#web/core/form/useReadToEdit.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { ProductionStatusPill } from '#web/stock/parts/ProductionStatusPill.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { Loading } from '#web/core/ui/Loading.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './ProductionPage.module.css';
import { showRunError } from './showRunError.ts';
import { runSheet } from './runSheet.ts';

interface RunListProps {
  onEdit: (record: RunWithClaims) => void;
  onDeleted: (runId: number) => void;
}

function inputsText({ inputs }: RunRecord): string {
  return inputs
    .map(({ itemName, quantity, unit }) => `${itemName} ${formatQuantityWithUnit(quantity, unit)}`)
    .join(' · ');
}

function outputsText({ outputs }: RunRecord): string {
  return outputs.map(({ quantity, unit }) => formatQuantityWithUnit(quantity, unit)).join(', ');
}

/** Outputs of a run, as a link to its page. */
function Outputs({ run }: { run: RunRecord }) {
  const { outputs, runId } = run;
  const batches = outputs.map(({ batchNumber }) => batchNumber).join(', ');
  return (
    <span className={classes.made}>
      <DocumentLink kind="run" id={runId} label={batches || runTexts.noProduct} />
      {outputs.length > 0 && <small>{[...new Set(outputs.map(({ productName }) => productName))].join(', ')}</small>}
    </span>
  );
}

const columns: Column<RunRecord>[] = [
  { header: 'Date', sort: 'productionDate', cell: (row) => formatDate(row.productionDate) },
  { header: 'Product and batch', weight: 'strong', pinned: true, cell: (row) => <Outputs run={row} /> },
  { header: 'Raw materials', cell: (row) => <Wrapped text={inputsText(row)} minWidth={220} maxWidth={440} /> },
  { header: 'Output', align: 'end', cell: outputsText },
  {
    header: 'Yield',
    align: 'end',
    cell: (row) => row.yield.yieldPercent !== null && formatPercent(row.yield.yieldPercent),
  },
  { header: 'Status', sort: 'status', cell: (row) => <ProductionStatusPill status={row.status} /> },
];

function nameOf({ runId }: RunRecord): string {
  return `production ${runId}`;
}

export function RunList({ onEdit, onDeleted }: RunListProps) {
  const [filters, show] = useFilters(runEndpoints.list);
  const list = useList(runEndpoints.list, { pageSize: pageSizes.runs, filters });
  const [openedId, setOpenedId] = useState<number>();
  const history = useHistory();
  const { edit } = useReadToEdit({
    // With the lots that it has.
    read: ({ runId }: RunRecord) => call(runEndpoints.get, { params: { id: runId } }),
    open: onEdit,
    onFailed: (fault) => toastFailed(runTexts.notLoaded, whyOf(fault)),
  });
  const deletion = useDeletion({
    question: runTexts.confirmDelete,
    subjectOf: (row: RunRecord) => ({
      name: row.outputs.map(({ batchNumber }) => batchNumber).join(', ') || inputsText(row),
      facts: [`ID ${row.runId}`, formatDate(row.productionDate), productionStatusLabels[row.status]],
    }),
    remove: (row: RunRecord) => {
      // An expanded row would query the lots of a deleted run.
      setOpenedId(undefined);
      return call(runEndpoints.remove, { params: { id: row.runId } });
    },
    done: runTexts.deleted,
    undo: (row) => ({ kind: 'runs', id: row.runId }),
    onDeleted: (row) => onDeleted(row.runId),
    onFailed: (fault) => showRunError(fault, { refused: runTexts.notDeleted, failed: productionTexts.deleteFailed }),
  });

  const lotsButton = (row: RunRecord) => {
    const open = row.runId === openedId;
    return (
      <RowAction
        expanded={open}
        label={`Lots of ${nameOf(row)}`}
        title="From which lots"
        onClick={() => setOpenedId(open ? undefined : row.runId)}
      >
        {open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
      </RowAction>
    );
  };
  const { menu, actionsHeading } = rowMenu('runs', {
    nameOf,
    onEdit: edit,
    onHistory: (row) => history.show({ kind: 'runs', id: row.runId, name: nameOf(row) }),
    onDelete: deletion.ask,
  });
  const mayContinue = !may('update', 'runs') && may('create', 'runs');

  return (
    <section className={classes.recorded} aria-labelledby="recorded">
      <header className={classes.sectionHead}>
        <h2 id="recorded">Recorded productions</h2>
        <SearchField
          label="Search recorded productions"
          placeholder="Search product, batch or raw material"
          value={list.search}
          onChange={list.setSearch}
        />
        <ListExport endpoint={runEndpoints.list} list={list} filters={filters} sheet={runSheet} />
      </header>
      <ListFilters endpoint={runEndpoints.list} label="recorded productions" filters={filters} show={show} />
      <ListPanel
        list={list}
        label="Recorded productions"
        columns={[...columns, { header: 'Lots', cell: lotsButton }]}
        card={(row) => ({
          title: <Outputs run={row} />,
          state: <ProductionStatusPill status={row.status} />,
          detail: [outputsText(row), inputsText(row)].filter(Boolean).join(' · '),
          aside: formatDate(row.productionDate),
        })}
        rowId={(row) => row.runId}
        to={({ runId }) => ({ to: '/production/$runId', params: { runId: String(runId) } })}
        actionsHeading={actionsHeading}
        menu={menu}
        actions={(row) =>
          mayContinue &&
          row.status === 'in_progress' && (
            <RowAction label={`Complete ${nameOf(row)}`} onClick={() => edit(row)}>
              <IconPencil size={17} />
            </RowAction>
          )
        }
        opened={(row) => (row.runId === openedId ? <Lots runId={row.runId} /> : undefined)}
        empty="No productions found."
      />
      {deletion.dialog}
      {history.drawer}
    </section>
  );
}

function Lots({ runId }: { runId: number }) {
  const { data, error } = useQuery({
    queryKey: [runEndpoints.get.path, runId],
    queryFn: ({ signal }) => call(runEndpoints.get, { params: { id: runId }, signal }),
  });
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
