/** The recorded productions, newest first; a row expands to show its lots. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatQuantityWithUnit } from '#contract/format.ts';
import {
  productionEndpoints,
  productionStatusLabels,
  productionTexts,
  type ProductionRecord,
} from '#contract/production.ts';
import { pageSizes } from '#contract/resources.ts';
import { call, messageOf, whyOf } from '#web/api/client.ts';
import { rowActions } from '#web/form/rowActions.tsx';
import { useDeletion } from '#web/form/useDeletion.tsx';
import { useHistory } from '#web/records/useHistory.tsx';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useList } from '#web/list/useList.ts';
import { Wrapped } from '#web/ui/Wrapped.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { quantities } from '#web/ui/Quantity.tsx';
import { RowAction } from '#web/ui/RowAction.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Timestamp } from '#web/ui/Timestamp.tsx';
import { toastFailed } from '#web/ui/toast.tsx';
import { ProductionStatusPill } from '#web/stock/ProductionStatusPill.tsx';
import classes from './ProductionPage.module.css';

interface ProductionListProps {
  onEdit: (record: ProductionRecord) => void;
  onDeleted: (productionId: number) => void;
}

const columns: Column<ProductionRecord>[] = [
  { header: 'ID', sort: 'productionId', weight: 'faint', cell: (row) => row.productionId },
  { header: 'Production date', sort: 'productionDate', cell: (row) => formatDate(row.productionDate) },
  {
    header: 'Raw material',
    sort: 'rawMaterialName',
    weight: 'strong',
    pinned: true,
    cell: (row) => <Wrapped text={row.rawMaterialName} least={180} most={320} />,
  },
  quantities({ header: 'Quantity', sort: 'quantity' }, ({ quantity, unit }) => ({ quantity, unit })),
  { header: 'Status', sort: 'status', cell: (row) => <ProductionStatusPill status={row.status} /> },
  { header: 'Created At', cell: (row) => <Timestamp at={row.createdAt} /> },
];

export function ProductionList({ onEdit, onDeleted }: ProductionListProps) {
  const list = useList(productionEndpoints.list, { pageSize: pageSizes.production });
  const [openedId, setOpenedId] = useState<number>();
  const deletion = useDeletion({
    question: productionTexts.confirmDelete,
    subjectOf: (row: ProductionRecord) => ({
      name: `${row.rawMaterialName}, ${formatQuantityWithUnit(row.quantity, row.unit)}`,
      facts: [`ID ${row.productionId}`, formatDate(row.productionDate), productionStatusLabels[row.status]],
    }),
    remove: (row: ProductionRecord) => {
      // An expanded row would query the lots of a deleted record.
      setOpenedId(undefined);
      return call(productionEndpoints.remove, { params: { id: row.productionId } });
    },
    done: productionTexts.deleted,
    onDeleted: (row) => onDeleted(row.productionId),
    onFailed: (fault) => toastFailed(productionTexts.deleteFailed, whyOf(fault)),
  });

  const history = useHistory();
  const nameOf = (row: ProductionRecord) => `production ${row.productionId}`;

  const lotsButton = (row: ProductionRecord) => {
    const open = row.productionId === openedId;
    return (
      <RowAction
        expanded={open}
        label={`Lots of ${nameOf(row)}`}
        title="From which lots"
        onClick={() => setOpenedId(open ? undefined : row.productionId)}
      >
        {open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
      </RowAction>
    );
  };

  return (
    <section className={classes.recorded} aria-labelledby="recorded">
      <header className={classes.sectionHead}>
        <h2 id="recorded">Recorded productions</h2>
        <SearchField
          label="Search recorded productions"
          placeholder="Search raw material or status"
          value={list.search}
          onChange={list.setSearch}
        />
      </header>
      <ListPanel
        list={list}
        label="Recorded productions"
        columns={[...columns, { header: 'Lots', cell: lotsButton }]}
        card={(row) => ({
          title: row.rawMaterialName,
          state: formatQuantityWithUnit(row.quantity, row.unit),
          detail: `${formatDate(row.productionDate)} · ${productionStatusLabels[row.status]}`,
          buttons: lotsButton(row),
        })}
        rowId={(row) => row.productionId}
        {...rowActions('production', {
          nameOf,
          onEdit,
          onHistory: (row) => history.show({ kind: 'production', id: row.productionId, name: nameOf(row) }),
          onDelete: deletion.ask,
        })}
        opened={(row) => (row.productionId === openedId ? <Lots row={row} /> : undefined)}
        empty="No productions found."
      />
      {deletion.dialog}
      {history.drawer}
    </section>
  );
}

function Lots({ row }: { row: ProductionRecord }) {
  const { data, error } = useQuery({
    queryKey: [productionEndpoints.get.path, row.productionId],
    queryFn: ({ signal }) => call(productionEndpoints.get, { params: { id: row.productionId }, signal }),
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p>Loading...</p>;
  return (
    <ul className={classes.lots}>
      {data.lots.map((lot) => (
        <li key={lot.lotId}>
          <strong>{formatQuantityWithUnit(lot.quantity, row.unit)}</strong> from lot{' '}
          <Link to="/lots/$lotId" params={{ lotId: String(lot.lotId) }}>
            {lot.lotCode}
          </Link>
          : {lot.supplierName}, invoice {lot.invoiceNumber} of {formatDate(lot.inwardDate)}
          {lot.beforeReceipt && `, ${productionTexts.beforeReceipt}`}
        </li>
      ))}
    </ul>
  );
}
