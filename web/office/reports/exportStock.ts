/** Exports the stock report (specification §7): every row that the search matches, not only the page shown. */
import { materialStockEndpoints, type StockRecord } from '#contract/stock/items/materialStock.ts';
import { stockExport } from '#contract/office/reports.ts';
import { callList } from '#web/core/api/client.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';
import { narrowingOf } from '#web/core/filters/filterWords.ts';
import type { Filters } from '#web/core/filters/useFilters.ts';
import { today } from '#web/core/ui/today.ts';
import { exportSheet, type Progress } from '#web/core/sheets/downloadSheet.ts';

/** Its filters are the texts in the URL. */
const list: ListEndpoint<StockRecord> = materialStockEndpoints.list;

export async function exportStock(filters: Filters, search: string, onProgress: Progress) {
  const { rows: stock } = await callList(list, { query: { ...filters, search: search || undefined } });
  const sheet = {
    name: stockExport.sheet,
    columnWidths: [40, 18, 18, 18, 14, 14, 12],
    headings: stockExport.headings,
    rows: stock.map((row) => [
      row.rawMaterialName,
      row.totalInwardQty,
      row.usedQty,
      row.balanceQty,
      row.adjustedQty,
      row.onHoldQty,
      row.unit,
    ]),
  };
  await exportSheet(sheet, stockExport.fileName(today()), await narrowingOf(list, filters, search), onProgress);
}
