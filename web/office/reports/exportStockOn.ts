/** Exports stock on a day: every row that the list finds, with its value. */
import { stockOnEndpoints, stockOnExport } from '#contract/stock/lots/stockOn.ts';
import { call } from '#web/core/api/client.ts';
import { adjustedOn } from '#web/stock/stockOn/stockOnColumns.tsx';
import { asOnNarrowing, valueTotals } from '#web/stock/stockOn/exportLotsOn.ts';
import { exportSheet, type Progress } from '#web/core/sheets/downloadSheet.ts';

export async function exportMaterialsOn(asOn: string, search: string, onProgress: Progress): Promise<void> {
  const query = { asOn, kind: 'rawMaterial', search: search || undefined } as const;
  const rows = await call(stockOnEndpoints.items, { query });
  const { sheet: name, headings, fileName } = stockOnExport.materials;
  const sheet = {
    name,
    columnWidths: [40, 18, 18, 18, 14, 14, 12, 18, 18],
    headings,
    rows: rows.map((row) => [
      row.name,
      row.inQty,
      row.usedQty,
      row.balanceQty,
      adjustedOn(row),
      row.inProductionQty,
      row.unit,
      row.value,
      row.inProductionValue,
    ]),
    totals: valueTotals(headings, rows),
  };
  await exportSheet(sheet, fileName(asOn), await asOnNarrowing({ asOn, search }), onProgress);
}

export async function exportProductsOn(asOn: string, search: string, onProgress: Progress): Promise<void> {
  const query = { asOn, kind: 'product', hasStock: 'true', search: search || undefined } as const;
  const rows = await call(stockOnEndpoints.lots, { query });
  const { sheet: name, headings, fileName } = stockOnExport.products;
  const sheet = {
    name,
    columnWidths: [20, 40, 14, 14, 12, 18, 18, 14, 18, 18],
    headings,
    rows: rows.map((row) => [
      row.code,
      row.itemName,
      row.onHandQty,
      row.inProductionQty,
      row.unit,
      { date: row.madeOrReceivedOn },
      row.expiresOn === null ? null : { date: row.expiresOn },
      row.pricePerUnit,
      row.value,
      row.inProductionValue,
    ]),
    totals: valueTotals(headings, rows),
  };
  await exportSheet(sheet, fileName(asOn), await asOnNarrowing({ asOn, search }), onProgress);
}
