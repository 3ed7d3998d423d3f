/** Exports the lots of a day: every lot that filters and search match. */
import { stockOnEndpoints, stockOnExport, type LotOnRecord } from '#contract/stock/lots/stockOn.ts';
import { callList } from '#web/core/api/client.ts';
import { downloadSheet, type Progress } from '#web/core/sheets/downloadSheet.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';

interface ExportedLots {
  asOn: string;
  hasStock: string | undefined;
  search: string;
}

/** Its filters are the texts in the URL. */
const lots: ListEndpoint<LotOnRecord> = stockOnEndpoints.lots;

export async function exportLotsOn({ asOn, hasStock, search }: ExportedLots, onProgress: Progress): Promise<void> {
  const query = { asOn, hasStock, search: search || undefined };
  const { rows } = await callList(lots, { query });
  const { sheet: name, headings, fileName } = stockOnExport.lots;
  const sheet = {
    name,
    columnWidths: [20, 40, 32, 14, 14, 14, 10, 14, 18],
    headings,
    rows: rows.map((row) => [
      row.code,
      row.itemName,
      row.supplierName,
      { date: row.madeOrReceivedOn },
      row.expiresOn === null ? null : { date: row.expiresOn },
      row.onHandQty,
      row.unit,
      row.pricePerUnit,
      row.value,
    ]),
  };
  await downloadSheet(sheet, fileName(asOn), onProgress);
}
