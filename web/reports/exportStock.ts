/** Exports the stock report (specification §7): every row that the search matches, not only the page shown. */
import { productionEndpoints } from '#contract/production.ts';
import { stockExport } from '#contract/reports.ts';
import { call } from '#web/api/client.ts';
import { today } from '#web/ui/today.ts';
import { downloadSheet, type Progress } from '#web/list/downloadSheet.ts';

export async function exportStock(search: string, onProgress: Progress) {
  const stock = await call(productionEndpoints.stock, { query: { search: search || undefined } });
  const sheet = {
    name: stockExport.sheet,
    columnWidths: [40, 18, 18, 18, 12],
    headings: stockExport.headings,
    rows: stock.map((row) => [row.rawMaterialName, row.totalInwardQty, row.usedQty, row.balanceQty, row.unit]),
  };
  await downloadSheet(sheet, stockExport.fileName(today()), onProgress);
}
