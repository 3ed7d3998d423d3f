/** The product stock as a spreadsheet: every finished good that the search finds, not only the page shown. */
import writeXlsxFile, { type SheetData } from 'write-excel-file/browser';
import { formatDate } from '#contract/format.ts';
import { goodEndpoints, goodStatusLabels, type GoodRecord } from '#contract/goods.ts';
import { productStockExport } from '#contract/reports.ts';
import { call } from '#web/api/client.ts';
import { today } from '#web/ui/today.ts';

const columnWidths = [20, 40, 14, 12, 18, 18, 14].map((width) => ({ width }));

/** Typed as a text, so that a name that begins with = stays a name and is no formula. */
function textCell(value: string) {
  return { value, type: String };
}

function sheetOf(goods: GoodRecord[]): SheetData {
  return [
    productStockExport.headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...goods.map((row) => [
      textCell(row.batchNumber),
      textCell(row.productName),
      { value: row.quantity, type: Number },
      textCell(row.unit),
      textCell(row.manufactureDate ? formatDate(row.manufactureDate) : ''),
      textCell(row.expiryDate ? formatDate(row.expiryDate) : ''),
      textCell(goodStatusLabels[row.status]),
    ]),
  ];
}

export async function exportProductStock(search: string) {
  const goods = await call(goodEndpoints.list, { query: { search: search || undefined } });
  const file = writeXlsxFile(sheetOf(goods), { sheet: productStockExport.sheet, columns: columnWidths });
  await file.toFile(productStockExport.fileName(today()));
}
