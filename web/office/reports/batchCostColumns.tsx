/** Columns, card and spreadsheet of what batches cost. */
import {
  formatAmount,
  formatDate,
  formatPercent,
  formatQuantityWithUnit,
  formatRupees,
} from '#contract/core/values/format.ts';
import { sumOfAmounts } from '#contract/core/values/numbers.ts';
import { productionStatusLabels } from '#contract/documentStatus.ts';
import { batchCostLabels as labels, batchCostTexts, type BatchCostRecord } from '#contract/make/batchCosts.ts';
import { inTotal, sheetOf, type SheetColumn } from '#web/core/sheets/listSheet.ts';
import { quantities } from '#web/core/ui/Quantity.tsx';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import classes from './batchCosts.module.css';

type Amount =
  | 'material'
  | 'charges'
  | 'overhead'
  | 'recovered'
  | 'cost'
  | 'costPerUnit'
  | 'abnormalLoss'
  | 'scrapSold'
  | 'abnormalScrap';

const shown = (amount: number | null) =>
  amount === null ? batchCostTexts.unknown : amount !== 0 && formatAmount(amount);

const amounts = (field: Amount): Column<BatchCostRecord> => ({
  header: labels[field],
  align: 'end',
  cell: (row) => shown(row[field]),
});

/** An amount with another one that explains it below, where there is one and it differs. */
const explained = (field: Amount, below: Amount, textOf: (amount: string) => string): Column<BatchCostRecord> => ({
  header: labels[field],
  align: 'end',
  cell: ({ [field]: amount, [below]: other }) => (
    <>
      {shown(amount)}
      {other !== null && other !== 0 && other !== amount && (
        <small className={classes.below}>{textOf(formatAmount(other))}</small>
      )}
    </>
  ),
});

/** Its yield as it is, and the one that the recipe expects. */
function yieldText({ yieldPercent }: BatchCostRecord): string {
  return yieldPercent === null ? '' : formatPercent(yieldPercent);
}

function expectedText({ expectedYieldPercent }: BatchCostRecord): string {
  return expectedYieldPercent === null ? '' : batchCostTexts.of(formatPercent(expectedYieldPercent));
}

const batchLink = ({ finishedGoodId, batchNumber }: BatchCostRecord) => (
  <DocumentLink kind="goods" id={finishedGoodId} label={batchNumber} />
);

export const batchCostColumns: Column<BatchCostRecord>[] = [
  {
    header: labels.batchNumber,
    sort: 'batchNumber',
    weight: 'strong',
    pinned: true,
    cell: (row) => (
      <>
        {batchLink(row)}
        <small className={classes.below}>
          <ItemLink productId={row.productId} name={<Wrapped text={row.productName} minWidth={110} maxWidth={180} />} />
        </small>
      </>
    ),
  },
  { header: labels.madeOn, sort: 'madeOn', cell: (row) => formatDate(row.madeOn) },
  quantities({ header: labels.quantity }, ({ quantity, unit }) => ({ quantity, unit })),
  amounts('material'),
  amounts('charges'),
  amounts('overhead'),
  explained('recovered', 'scrapSold', batchCostTexts.scrapSold),
  amounts('cost'),
  {
    header: labels.costPerUnit,
    align: 'end',
    weight: 'strong',
    cell: ({ costPerUnit, isProvisional }) => (
      <>
        {shown(costPerUnit)}
        {isProvisional && <small className={classes.below}>{batchCostTexts.provisional}</small>}
      </>
    ),
  },
  {
    header: labels.salePrice,
    align: 'end',
    cell: ({ salePrice, marginPercent }) => (
      <>
        {formatAmount(salePrice)}
        {marginPercent !== null && (
          <small className={classes.below}>{batchCostTexts.margin(formatPercent(marginPercent))}</small>
        )}
      </>
    ),
  },
  {
    header: labels.yieldPercent,
    align: 'end',
    cell: (row) => (
      <>
        {yieldText(row)}
        {row.yieldPercent !== null && <small className={classes.below}>{expectedText(row)}</small>}
      </>
    ),
  },
  explained('abnormalLoss', 'abnormalScrap', batchCostTexts.lessScrap),
];

export function batchCostCard(row: BatchCostRecord): Card {
  const { costPerUnit, unit, isProvisional, cost } = row;
  return {
    title: batchLink(row),
    state: formatQuantityWithUnit(row.quantity, unit),
    detail: [
      costPerUnit === null ? batchCostTexts.unknown : batchCostTexts.each(formatRupees(costPerUnit), unit),
      isProvisional ? batchCostTexts.provisional : '',
      row.productName,
    ]
      .filter(Boolean)
      .join(' · '),
    aside: cost === null ? '' : formatRupees(cost),
  };
}

const summed = (field: Amount): SheetColumn<BatchCostRecord> => ({
  heading: batchCostTexts.inRupees(labels[field]),
  width: 16,
  value: (row) => row[field],
  sum: sumOfAmounts,
});

export const batchCostSheet = sheetOf<BatchCostRecord>(
  batchCostTexts.title,
  [
    { heading: labels.batchNumber, width: 20, value: (row) => row.batchNumber },
    { heading: labels.product, width: 32, value: (row) => row.productName },
    { heading: labels.madeOn, width: 14, value: (row) => ({ date: row.madeOn }) },
    { heading: labels.status, width: 14, value: (row) => productionStatusLabels[row.status] },
    { heading: labels.quantity, width: 12, value: (row) => row.quantity },
    { heading: labels.unit, width: 10, value: (row) => row.unit },
    summed('material'),
    summed('charges'),
    summed('overhead'),
    summed('recovered'),
    summed('cost'),
    { heading: batchCostTexts.inRupees(labels.costPerUnit), width: 14, value: (row) => row.costPerUnit },
    { heading: labels.isProvisional, width: 12, value: (row) => (row.isProvisional ? 'Yes' : null) },
    { heading: batchCostTexts.inRupees(labels.salePrice), width: 14, value: (row) => row.salePrice },
    { heading: labels.marginPercent, width: 12, value: (row) => row.marginPercent },
    { heading: labels.yieldPercent, width: 10, value: (row) => row.yieldPercent },
    { heading: labels.expectedYieldPercent, width: 16, value: (row) => row.expectedYieldPercent },
    summed('abnormalLoss'),
    summed('scrapSold'),
    summed('abnormalScrap'),
  ],
  inTotal,
);
