/** Supplier, date, amount and payment of an inward. */
import { formatDate, formatRupees } from '#contract/core/values/format.ts';
import { isUnpaid, type InwardRecord } from '#contract/buy/inward.ts';
import { inwardLabels, inwardTexts, inwardTotalLabels } from '#contract/buy/inwardTexts.ts';
import { openFor } from '#web/core/ui/ageText.ts';
import { InwardStatusPill } from './InwardStatusPill.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';

export function InwardFacts({ inward }: { inward: InwardRecord }) {
  const { supplierId, supplierName, inwardDate, status, subTotal, totalGst, grandTotal, hasBill, billFollows } = inward;
  return (
    <Facts
      facts={[
        {
          label: inwardLabels.supplierId,
          value: <SupplierLink supplierId={supplierId} name={supplierName} />,
        },
        { label: inwardLabels.inwardDate, value: formatDate(inwardDate) },
        {
          label: inwardLabels.grandTotal,
          value: formatRupees(grandTotal),
          below: `${formatRupees(subTotal)} and ${formatRupees(totalGst)} ${inwardTotalLabels.totalGst}`,
          isMain: true,
        },
        {
          label: inwardLabels.status,
          value: <InwardStatusPill status={status} />,
          below: isUnpaid(inward) && openFor(inwardDate),
        },
        // An existing one is shown beside.
        ...(hasBill ? [] : [{ label: inwardLabels.bill, value: inwardTexts.billMissing, below: billFollows }]),
      ]}
    />
  );
}
