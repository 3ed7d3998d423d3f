/** All lots: what is in stock, where it came from and what is left of it. */
import { formatAmount, formatDate, formatQuantityWithUnit } from '#contract/format.ts';
import { lotEndpoints, lotStateLabels, lotTexts, type LotRecord } from '#contract/lots.ts';
import { pageSizes } from '#contract/resources.ts';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useList } from '#web/list/useList.ts';
import { LotLink } from '#web/stock/LotLink.tsx';
import { LotStatePill } from '#web/stock/LotStatePill.tsx';
import { BeginLink } from '#web/ui/BeginLink.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { quantities } from '#web/ui/Quantity.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Wrapped } from '#web/ui/Wrapped.tsx';

const columns: Column<LotRecord>[] = [
  {
    header: 'Code',
    sort: 'code',
    weight: 'strong',
    pinned: true,
    cell: (row) => <LotLink lotId={row.lotId} lotCode={row.code} />,
  },
  { header: 'Item', sort: 'itemName', cell: (row) => <Wrapped text={row.itemName} least={160} most={280} /> },
  {
    header: 'Supplier',
    cell: (row) => row.supplierName && <Wrapped text={row.supplierName} least={140} most={240} />,
  },
  { header: 'Received', sort: 'madeOrReceivedOn', cell: (row) => formatDate(row.madeOrReceivedOn) },
  { header: 'Expires', sort: 'expiresOn', cell: (row) => row.expiresOn && formatDate(row.expiresOn) },
  quantities({ header: 'Left', sort: 'onHandQty' }, ({ onHandQty: quantity, unit }) => ({ quantity, unit })),
  {
    header: 'Value, ₹',
    align: 'end',
    cell: ({ value }) => value !== null && formatAmount(value),
  },
  { header: 'State', cell: (row) => <LotStatePill state={row.state} /> },
];

export function LotsPage() {
  const list = useList(lotEndpoints.list, { pageSize: pageSizes.lots });
  return (
    <>
      <PageHeader title={lotTexts.title} count={list.count}>
        <SearchField
          label="Search lots"
          placeholder={lotTexts.searchPlaceholder}
          value={list.search}
          onChange={list.setSearch}
        />
      </PageHeader>
      <ListPanel
        list={list}
        label={lotTexts.title}
        columns={columns}
        card={(row) => ({
          title: <LotLink lotId={row.lotId} lotCode={row.code} />,
          state: formatQuantityWithUnit(row.onHandQty, row.unit),
          detail: row.itemName,
          aside: row.state === 'released' ? formatDate(row.madeOrReceivedOn) : lotStateLabels[row.state],
        })}
        rowId={(row) => row.lotId}
        isDepleted={(row) => row.onHandQty === 0}
        failed={lotTexts.loadFailed}
        empty={lotTexts.empty}
        begin={<BeginLink to="/inward">Go to Inward</BeginLink>}
      />
    </>
  );
}
