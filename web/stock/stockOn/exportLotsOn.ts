/** Exports the lots of a day: every lot that filters and search match. */
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { sumOfAmounts } from '#contract/core/values/numbers.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { stockOnEndpoints, stockOnExport, stockOnTexts, type LotOnRecord } from '#contract/stock/lots/stockOn.ts';
import { callList } from '#web/core/api/client.ts';
import { exportSheet, type Progress } from '#web/core/sheets/downloadSheet.ts';
import { narrowingOf, type Narrowing } from '#web/core/filters/filterWords.ts';
import { totalRow } from '#web/core/sheets/listSheet.ts';
import type { SheetValue } from '#web/core/sheets/writtenSheet.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';

interface OfDay {
  asOn: string;
  hasStock?: string | undefined;
  search: string;
}

/** By what stock on a day is narrowed. */
export async function asOnNarrowing({ asOn, hasStock, search }: OfDay): Promise<Narrowing> {
  const further = await narrowingOf(lotEndpoints.list, { hasStock }, search);
  return [[stockOnTexts.asOn, formatDate(asOn)], ...further];
}

/** The row below stock on a day: what it is worth, and what is in production, in the last columns, as below the list. */
export function valueTotals(
  headings: readonly string[],
  rows: readonly { value: number | null; inProductionValue: number | null }[],
): SheetValue[][] {
  if (rows.length === 0) return [];
  const value = sumOfAmounts(rows.flatMap((row) => row.value ?? []));
  const inProduction = sumOfAmounts(rows.flatMap((row) => row.inProductionValue ?? []));
  return [totalRow(exportTexts.total, [...headings.slice(2).map(() => null), value, inProduction])];
}

/** Its filters are the texts in the URL. */
const lots: ListEndpoint<LotOnRecord> = stockOnEndpoints.lots;

export async function exportLotsOn({ asOn, hasStock, search }: OfDay, onProgress: Progress): Promise<void> {
  const query = { asOn, hasStock, search: search || undefined };
  const { rows } = await callList(lots, { query });
  const { sheet: name, headings, fileName } = stockOnExport.lots;
  const sheet = {
    name,
    columnWidths: [20, 40, 32, 14, 14, 14, 14, 10, 14, 18, 18],
    headings,
    rows: rows.map((row) => [
      row.code,
      row.itemName,
      row.supplierName,
      { date: row.madeOrReceivedOn },
      row.expiresOn === null ? null : { date: row.expiresOn },
      row.onHandQty,
      row.inProductionQty,
      row.unit,
      row.pricePerUnit,
      row.value,
      row.inProductionValue,
    ]),
    totals: valueTotals(headings, rows),
  };
  await exportSheet(sheet, fileName(asOn), await asOnNarrowing({ asOn, hasStock, search }), onProgress);
}
