/** The stock report as a spreadsheet (specification §7): every row that the search finds, not only the page shown. */
import writeXlsxFile, { type SheetData } from 'write-excel-file/browser';
import { productionEndpoints, type StockRecord } from '#contract/production.ts';
import { stockExport } from '#contract/reports.ts';
import { call } from '#web/api/client.ts';
import { today } from '#web/ui/today.ts';

const columnWidths = [40, 18, 18, 18].map((width) => ({ width }));

function sheetOf(stock: StockRecord[]): SheetData {
  return [
    stockExport.headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...stock.map((row) => [
      // Typed as a text, so that a name that begins with = stays a name and is no formula.
      { value: row.rawMaterialName, type: String },
      { value: row.totalInwardQty, type: Number },
      { value: row.usedQty, type: Number },
      { value: row.balanceQty, type: Number },
    ]),
  ];
}

export async function exportStock(search: string) {
  const stock = await call(productionEndpoints.stock, { query: { search: search || undefined } });
  const file = writeXlsxFile(sheetOf(stock), { sheet: stockExport.sheet, columns: columnWidths });
  await file.toFile(stockExport.fileName(today()));
}
