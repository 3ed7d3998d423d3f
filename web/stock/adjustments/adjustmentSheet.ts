/** The spreadsheet of adjustments: a row for each lot, with the headings of opening stock. */
import { recordMark } from '#contract/core/importColumns.ts';
import type { AdjustmentRecord } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentLabels, adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { adjustmentKindLabels, adjustmentStateLabels } from '#contract/documentStatus.ts';
import { openingStockSheet } from '#contract/stock/adjustments/openingStockSheet.ts';
import { sumOfAmounts } from '#contract/core/values/numbers.ts';
import { importableSheet } from '#web/core/sheets/importableSheet.ts';

/** The cells that a counted line has only once it is posted. */
const notPosted = {
  pricePerUnit: null,
  claim: null,
  supplierName: null,
  value: null,
  buyerName: null,
  dispatchNumber: null,
} as const;

export const adjustmentSheet = importableSheet(
  openingStockSheet,
  ({ lines, waitingLines, ...adjustment }: AdjustmentRecord) =>
    [...lines, ...waitingLines.map((line) => ({ ...notPosted, ...line }))].map((line) => ({
      ...adjustment,
      ...line,
      code: line.lotCode,
      supplierName: line.supplierName ?? adjustment.supplierName,
      why: line.reason || adjustment.reason,
    })),
  // Lines of other adjustments are no opening stock, which alone is imported.
  ({ kind, lotId, createdAt }) => (kind === 'opening' && lotId !== null ? recordMark(lotId, createdAt) : null),
  [
    { heading: adjustmentLabels.kind, width: 18, value: ({ kind }) => adjustmentKindLabels[kind] },
    { heading: adjustmentLabels.state, width: 22, value: ({ state }) => adjustmentStateLabels[state] },
    { heading: 'Before the count', width: 16, value: ({ ledgerQuantity }) => ledgerQuantity },
    { heading: 'Value, ₹', width: 14, value: ({ value }) => value, sum: sumOfAmounts },
    { heading: adjustmentLabels.reason, width: 40, value: ({ why }) => why },
    { heading: 'Buyer', width: 32, value: ({ buyerName }) => buyerName },
    { heading: 'Dispatch', width: 20, value: ({ dispatchNumber }) => dispatchNumber },
    { heading: 'ID', width: 8, value: ({ adjustmentId }) => adjustmentId },
  ],
  [
    { label: adjustmentTexts.worth, counts: ({ kind, value }) => kind === 'opening' && value !== null },
    { label: adjustmentTexts.adjusted, counts: ({ kind, value }) => kind !== 'opening' && value !== null },
  ],
);
