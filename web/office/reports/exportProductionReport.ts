/** Exports the production report: a row for each raw material of every date that the search matches. */
import { materialStockEndpoints } from '#contract/stock/items/materialStock.ts';
import { productionEndpoints } from '#contract/make/production.ts';
import { productionReportExport } from '#contract/office/reports.ts';
import { call } from '#web/core/api/client.ts';
import { narrowingOf } from '#web/core/filters/filterWords.ts';
import { today } from '#web/core/ui/today.ts';
import { exportSheet, type Progress } from '#web/core/sheets/downloadSheet.ts';
import { productionDays } from './productionDays.ts';

export async function exportProductionReport(search: string, onProgress: Progress) {
  const [stock, report] = await Promise.all([
    call(materialStockEndpoints.list, {}),
    call(productionEndpoints.reportDays, { query: { search: search || undefined } }),
  ]);
  const sheet = {
    name: productionReportExport.sheet,
    columnWidths: [18, 40, 14, 12, 14],
    headings: productionReportExport.headings,
    rows: productionDays(report, stock).flatMap((day) =>
      day.materials.map(({ rawMaterialName, quantity, unit }) => [
        { date: day.date },
        rawMaterialName,
        quantity,
        unit,
        day.statusLabel,
      ]),
    ),
  };
  const narrowing = await narrowingOf(productionEndpoints.reportDays, {}, search);
  await exportSheet(sheet, productionReportExport.fileName(today()), narrowing, onProgress);
}
