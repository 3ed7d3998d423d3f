/** Columns of stock on a day, with its value. */
import { formatAmount, formatDate, formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { stockOnTexts, type ItemOnRecord, type LotOnRecord } from '#contract/stock/lots/stockOn.ts';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import { quantities, Quantity, quantityColumn } from '#web/core/ui/Quantity.tsx';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { Balance, balances } from '#web/stock/items/Balance.tsx';
import { LedgerLink } from '#web/stock/links/LedgerLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';

/** Net change by counts, write-offs and the like until that day, in units. */
export function adjustedOn({ inQty, usedQty, balanceQty }: ItemOnRecord): number {
  return sumOfQuantities([balanceQty, -inQty, usedQty]);
}

/** Whether nothing was left of an item that there had been by that day. */
export function isDepletedOn({ inQty, usedQty, balanceQty }: ItemOnRecord): boolean {
  return balanceQty <= 0 && (inQty !== 0 || usedQty !== 0);
}

/** Without the part on hold, which is known of today alone. */
function balanceOn(row: ItemOnRecord) {
  return { balanceQty: row.balanceQty, unit: row.unit, adjustedQty: adjustedOn(row), isDepleted: isDepletedOn(row) };
}

interface InProduction {
  unit: string;
  inProductionQty: number;
  inProductionValue: number | null;
}

/** The part of a row that is in runs that are not finished: empty where nothing is. */
function inProductionColumns<Row extends InProduction>(): Column<Row>[] {
  const isAny = ({ inProductionQty, inProductionValue }: Row) => inProductionQty !== 0 || inProductionValue !== 0;
  const quantityOf = ({ inProductionQty: quantity, unit }: Row) => ({ quantity, unit });
  return [
    {
      header: stockOnTexts.inProduction,
      align: 'end',
      cell: (row, rows) =>
        isAny(row) && <Quantity {...quantityOf(row)} column={quantityColumn(rows.filter(isAny).map(quantityOf))} />,
    },
    {
      header: stockOnTexts.inProductionValue,
      align: 'end',
      cell: (row) => isAny(row) && row.inProductionValue !== null && formatAmount(row.inProductionValue),
    },
  ];
}

/** The same on a phone: 'In production 42 kg'. */
function inProductionText({ inProductionQty, unit }: InProduction): string {
  return inProductionQty === 0 ? '' : `${stockOnTexts.inProduction} ${formatQuantityWithUnit(inProductionQty, unit)}`;
}

/** The columns of items, as they are called on the list of today. */
export function itemOnColumns(
  asOn: string,
  names: { item: string; in: string; used: string; left: string },
  usedOf: (row: ItemOnRecord) => number,
): Column<ItemOnRecord>[] {
  return [
    {
      header: names.item,
      sort: 'name',
      weight: 'strong',
      pinned: true,
      cell: (row) => (
        <TruncatedText text={row.name} width={380}>
          <LedgerLink itemId={row.itemId} to={asOn}>
            {row.name}
          </LedgerLink>
        </TruncatedText>
      ),
    },
    quantities({ header: names.in }, ({ inQty: quantity, unit }) => ({ quantity, unit })),
    quantities({ header: names.used }, (row) => ({ quantity: usedOf(row), unit: row.unit })),
    balances({ header: names.left }, balanceOn),
    { header: stockOnTexts.value, align: 'end', cell: ({ value }) => formatAmount(value) },
    ...inProductionColumns<ItemOnRecord>(),
  ];
}

export function itemOnCard(row: ItemOnRecord): Card {
  return {
    title: row.name,
    state: <Balance {...balanceOn(row)} />,
    detail: inProductionText(row),
    aside: formatRupees(row.value),
  };
}

const named = (names: { code: string; item: string }): Column<LotOnRecord>[] => [
  {
    header: names.code,
    sort: 'code',
    weight: 'strong',
    pinned: true,
    cell: (row) => <LotLink lotId={row.lotId} lotCode={row.code} />,
  },
  {
    header: names.item,
    sort: 'itemName',
    cell: (row) => <Wrapped text={row.itemName} minWidth={160} maxWidth={280} />,
  },
];

const supplierColumn: Column<LotOnRecord> = {
  header: 'Supplier',
  cell: ({ supplierId, supplierName }) =>
    supplierId !== null && (
      <SupplierLink
        supplierId={supplierId}
        name={<Wrapped text={supplierName ?? ''} minWidth={140} maxWidth={240} />}
      />
    ),
};

const leftColumns: Column<LotOnRecord>[] = [
  { header: 'Received', sort: 'madeOrReceivedOn', cell: (row) => formatDate(row.madeOrReceivedOn) },
  { header: 'Expires', sort: 'expiresOn', cell: (row) => row.expiresOn && formatDate(row.expiresOn) },
  quantities({ header: 'Left', weight: 'strong' }, ({ onHandQty: quantity, unit }) => ({ quantity, unit })),
  { header: stockOnTexts.value, align: 'end', cell: ({ value }) => value !== null && formatAmount(value) },
  ...inProductionColumns<LotOnRecord>(),
];

export const lotOnColumns = [...named({ code: 'Code', item: 'Item' }), supplierColumn, ...leftColumns];

/** The columns of batches, which have no supplier. */
export const batchOnColumns = [...named({ code: 'Batch Number', item: 'Product' }), ...leftColumns];

export function lotOnCard(row: LotOnRecord): Card {
  return {
    title: <LotLink lotId={row.lotId} lotCode={row.code} />,
    state: formatQuantityWithUnit(row.onHandQty, row.unit),
    detail: [row.itemName, inProductionText(row)].filter(Boolean).join(' · '),
    aside: row.value === null ? '' : formatRupees(row.value),
  };
}
