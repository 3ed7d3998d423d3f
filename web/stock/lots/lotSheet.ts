import { claimsText } from '#contract/stock/claims/schemes.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { lotLabels, lotOriginLabels, lotStateLabels } from '#contract/stock/lots/lotTexts.ts';
import { sumOfAmounts } from '#contract/core/values/numbers.ts';
import { dayCell, inTotal, sheetOf } from '#web/core/sheets/listSheet.ts';

export const lotSheet = sheetOf<LotRecord>(
  'Lots',
  [
    { heading: 'ID', width: 8, value: (row) => row.lotId },
    { heading: lotLabels.code, width: 20, value: (row) => row.code },
    { heading: 'Item', width: 32, value: (row) => row.itemName },
    { heading: lotLabels.supplierLotNumber, width: 20, value: (row) => row.supplierLotNumber },
    { heading: 'Origin', width: 14, value: (row) => lotOriginLabels[row.origin] },
    { heading: 'Supplier', width: 32, value: (row) => row.supplierName },
    { heading: 'Received or made on', width: 18, value: (row) => ({ date: row.madeOrReceivedOn }) },
    { heading: lotLabels.expiresOn, width: 13, value: (row) => dayCell(row.expiresOn) },
    { heading: lotLabels.claim, width: 18, value: (row) => claimsText(row.claims, row.claim) },
    { heading: lotLabels.state, width: 12, value: (row) => lotStateLabels[row.state] },
    { heading: lotLabels.stateReason, width: 24, value: (row) => row.stateReason },
    { heading: 'Came in', width: 12, value: (row) => row.quantityIn },
    { heading: 'On hand', width: 12, value: (row) => row.onHandQty },
    { heading: 'Unit', width: 10, value: (row) => row.unit },
    { heading: 'Price per unit (₹)', width: 16, value: (row) => row.pricePerUnit },
    { heading: 'Value (₹)', width: 14, value: (row) => row.value, sum: sumOfAmounts },
    { heading: 'Provisional', width: 12, value: (row) => (row.isProvisional ? 'Yes' : null) },
  ],
  inTotal,
);
