import type { InwardRecord } from '#contract/buy/inward.ts';
import { inwardLabels } from '#contract/buy/inwardTexts.ts';
import { inwardStatusLabels } from '#contract/documentStatus.ts';
import { sheetOf } from '#web/core/sheets/listSheet.ts';

export const inwardSheet = sheetOf<InwardRecord>('Inward', [
  { heading: 'ID', width: 8, value: (row) => row.inwardId },
  { heading: inwardLabels.supplierId, width: 32, value: (row) => row.supplierName },
  { heading: inwardLabels.invoiceNumber, width: 20, value: (row) => row.invoiceNumber },
  { heading: inwardLabels.inwardDate, width: 13, value: (row) => ({ date: row.inwardDate }) },
  { heading: inwardLabels.status, width: 11, value: (row) => inwardStatusLabels[row.status] },
  { heading: inwardLabels.bill, width: 9, value: (row) => (row.hasBill ? 'yes' : 'missing') },
  {
    heading: 'Raw materials',
    width: 48,
    value: ({ rawMaterials }) =>
      rawMaterials
        .map(({ rawMaterialName, quantity, unit }) => `${rawMaterialName} ${quantity} ${unit}`.trim())
        .join(', '),
  },
  { heading: 'Sub-total', width: 14, value: (row) => row.subTotal },
  { heading: 'GST', width: 12, value: (row) => row.totalGst },
  { heading: inwardLabels.grandTotal, width: 14, value: (row) => row.grandTotal },
]);
