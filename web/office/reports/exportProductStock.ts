/** Exports the product stock: every finished good that the search matches, not only the page shown. */
import { goodEndpoints, goodStatusLabels, type GoodRecord } from '#contract/make/goods.ts';
import { productStockExport } from '#contract/office/reports.ts';
import { callList } from '#web/core/api/client.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';
import { narrowingOf } from '#web/core/filters/filterWords.ts';
import type { Filters } from '#web/core/filters/useFilters.ts';
import { today } from '#web/core/ui/today.ts';
import { exportSheet, type Progress } from '#web/core/sheets/downloadSheet.ts';

/** Its filters are the texts in the URL. */
const list: ListEndpoint<GoodRecord> = goodEndpoints.list;

export async function exportProductStock(filters: Filters, search: string, onProgress: Progress) {
  const { rows: goods } = await callList(list, { query: { ...filters, search: search || undefined } });
  const sheet = {
    name: productStockExport.sheet,
    columnWidths: [20, 40, 14, 14, 12, 18, 18, 14],
    headings: productStockExport.headings,
    rows: goods.map((row) => [
      row.batchNumber,
      row.productName,
      row.quantity,
      row.leftQty,
      row.unit,
      row.manufactureDate && { date: row.manufactureDate },
      row.expiryDate && { date: row.expiryDate },
      goodStatusLabels[row.status],
    ]),
  };
  await exportSheet(sheet, productStockExport.fileName(today()), await narrowingOf(list, filters, search), onProgress);
}
