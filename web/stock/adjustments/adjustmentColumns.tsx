/** The columns of an adjustment's lines, by its kind, and the detail of a line's card. */
import { adjustmentLineLabels, adjustmentLabels } from '#contract/stock/adjustments/adjustmentTexts.ts';
import type { AdjustmentRecord } from '#contract/stock/adjustments/adjustments.ts';
import { claimLabels, claimTexts } from '#contract/stock/claims/claims.ts';
import { formatAmount, formatDate } from '#contract/core/values/format.ts';
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import { quantities } from '#web/core/ui/Quantity.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { BuyerLink } from '#web/stock/links/BuyerLink.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import { countDifference } from './adjustmentSummary.ts';

type Line = AdjustmentRecord['lines'][number];

/** As it was entered; nothing is conventional. */
function claimOf({ claim }: Line): string {
  return claimLabels[claim ?? 'conventional'];
}

/** The item, its supplier or buyer, and the claim of opening stock: a supplier is a link, whose name is not cut. */
export function LineDetail({ line, isOpening }: { line: Line; isOpening: boolean }) {
  const { itemName, supplierId, supplierName, buyerName } = line;
  const claim = isOpening && claimTexts.entered(claimOf(line));
  if (supplierId === null) return [itemName, buyerName, claim].filter(Boolean).join(', ');
  return (
    <>
      {itemName}, <SupplierLink supplierId={supplierId} name={supplierName} />
      {claim && `, ${claim}`}
    </>
  );
}

const lotColumns: Column<Line>[] = [
  { header: adjustmentLineLabels.lot, weight: 'strong', pinned: true, cell: (line) => <LotLink {...line} /> },
  { header: 'Item', cell: (line) => <Wrapped text={line.itemName} minWidth={160} maxWidth={280} /> },
  { header: 'Expires', cell: (line) => line.expiresOn && formatDate(line.expiresOn) },
];

const quantity = quantities<Line>({ header: adjustmentLineLabels.quantity }, (line) => ({
  quantity: line.quantity,
  unit: line.unit,
}));

const value: Column<Line> = {
  header: 'Value, ₹',
  align: 'end',
  cell: (line) => line.value !== null && formatAmount(line.value),
};

const countColumns: Column<Line>[] = [
  quantities<Line>({ header: 'By the ledger' }, (line) => ({ quantity: line.ledgerQuantity ?? 0, unit: line.unit })),
  quantities<Line>({ header: 'Counted' }, (line) => ({ quantity: line.quantity, unit: line.unit })),
  quantities<Line>({ header: 'Difference', weight: 'strong' }, (line) => ({
    quantity: countDifference(line) ?? 0,
    unit: line.unit,
  })),
];

const openingColumns: Column<Line>[] = [
  {
    header: adjustmentLabels.supplierId,
    cell: ({ supplierId, supplierName }) =>
      supplierId !== null && (
        <SupplierLink
          supplierId={supplierId}
          name={<Wrapped text={supplierName ?? ''} minWidth={110} maxWidth={240} />}
        />
      ),
  },
  { header: claimTexts.asEntered, cell: claimOf },
  {
    header: 'Price per unit, ₹',
    align: 'end',
    cell: (line) => line.pricePerUnit !== null && formatAmount(line.pricePerUnit),
  },
];

const buyerColumns: Column<Line>[] = [
  {
    header: 'From',
    cell: ({ buyerId, buyerName }) => buyerId !== null && <BuyerLink buyerId={buyerId} name={buyerName ?? ''} />,
  },
  {
    header: 'Dispatch',
    cell: ({ dispatchId, dispatchNumber }) =>
      dispatchId !== null && (
        <DocumentLink kind="dispatch" id={dispatchId} label={dispatchNumber || `Dispatch ${dispatchId}`} />
      ),
  },
];

export const columnsByKind: Readonly<Record<AdjustmentKind, Column<Line>[]>> = {
  opening: [...lotColumns, quantity, ...openingColumns, value],
  count: [...lotColumns, ...countColumns, value, { header: adjustmentLabels.reason, cell: (line) => line.reason }],
  writeOff: [...lotColumns, quantity, value],
  supplierReturn: [...lotColumns, quantity],
  buyerReturn: [...lotColumns, quantity, ...buyerColumns],
};
