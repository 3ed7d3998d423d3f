/** Exports a stock ledger: opening, each document, closing. */
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { movementLabels } from '#contract/stock/movementTexts.ts';
import { ledgerExport, ledgerTexts, type StockLedger } from '#contract/stock/lots/stockLedger.ts';
import { exportSheet, type Progress } from '#web/core/sheets/downloadSheet.ts';
import { ledgerHeading } from './ledgerHeading.ts';
import { today } from '#web/core/ui/today.ts';

export async function exportLedger(ledger: StockLedger, onProgress: Progress): Promise<void> {
  const { unit, from, to, rows, opening, closing, itemName } = ledger;
  const dayOf = (day: string | null) => (day === null ? null : { date: day });
  const sheet = {
    name: ledgerExport.sheet,
    columnWidths: [14, 24, 40, 14, 14, 14, 10],
    headings: ledgerExport.headings,
    rows: [
      [dayOf(from), ledgerTexts.opening, '', null, null, opening, unit],
      ...rows.map((row) => [
        { date: row.day },
        movementLabels[row.kind],
        row.document.label,
        row.in === 0 ? null : row.in,
        row.out === 0 ? null : row.out,
        row.balance,
        unit,
      ]),
    ],
    totals: [[dayOf(to), ledgerTexts.closing, '', ledger.in, ledger.out, closing, unit]],
  };
  const narrowing = [[exportTexts.about.subject, ledgerHeading(ledger)]] as const;
  await exportSheet(sheet, ledgerExport.fileName(itemName, today()), narrowing, onProgress);
}
