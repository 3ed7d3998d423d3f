/** Exports the product stock: every finished good that the search matches, not only the page shown. */
import { goodEndpoints, goodStatusLabels } from '#contract/goods.ts';
import { productStockExport } from '#contract/reports.ts';
import { call } from '#web/api/client.ts';
import { today } from '#web/ui/today.ts';
import { downloadSheet, type Progress } from '#web/list/downloadSheet.ts';

export async function exportProductStock(search: string, onProgress: Progress) {
  const goods = await call(goodEndpoints.list, { query: { search: search || undefined } });
  const sheet = {
    name: productStockExport.sheet,
    columnWidths: [20, 40, 14, 12, 18, 18, 14],
    headings: productStockExport.headings,
    rows: goods.map((row) => [
      row.batchNumber,
      row.productName,
      row.quantity,
      row.unit,
      row.manufactureDate && { date: row.manufactureDate },
      row.expiryDate && { date: row.expiryDate },
      goodStatusLabels[row.status],
    ]),
  };
  await downloadSheet(sheet, productStockExport.fileName(today()), onProgress);
}
