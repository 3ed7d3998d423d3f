/** The spreadsheet of dispatches: a row for each line. */
import { dispatchLabels, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { dayCell, sheetOfLines } from '#web/core/sheets/listSheet.ts';

export const dispatchSheet = sheetOfLines(
  'Dispatches',
  ({ lines, ...dispatch }: DispatchRecord) => lines.map((line) => ({ ...dispatch, ...line })),
  [
    { heading: 'ID', width: 8, value: (line) => line.dispatchId },
    { heading: dispatchLabels.dispatchDate, width: 14, value: (line) => ({ date: line.dispatchDate }) },
    { heading: dispatchLabels.invoiceNumber, width: 20, value: (line) => line.invoiceNumber },
    { heading: dispatchLabels.buyerId, width: 32, value: (line) => line.buyerName },
    { heading: 'Item', width: 32, value: (line) => line.itemName },
    { heading: 'Batch', width: 20, value: (line) => line.lotCode },
    { heading: 'Quantity', width: 12, value: (line) => line.quantity },
    { heading: 'Returned', width: 12, value: (line) => line.returnedQty },
    { heading: 'Unit', width: 10, value: (line) => line.unit },
    { heading: 'Expires on', width: 13, value: (line) => dayCell(line.expiresOn) },
    { heading: dispatchLabels.vehicle, width: 16, value: (line) => line.vehicle },
    { heading: dispatchLabels.transportDocument, width: 20, value: (line) => line.transportDocument },
    { heading: dispatchLabels.note, width: 32, value: (line) => line.note },
  ],
);
