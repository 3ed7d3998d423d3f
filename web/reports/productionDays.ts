import type { ProductionStatus, StockRecord } from '#contract/production.ts';
import { productionReportTexts } from '#contract/reports.ts';

interface ReportRow {
  rawmaterialID: number;
  productionDate: string;
  quantity: number;
  status: ProductionStatus;
}

interface Consumed {
  rawMaterialName: string;
  quantity: number;
  unit: string;
}

export interface ProductionDay {
  date: string;
  /** That of the first report of the date. */
  status: ProductionStatus;
  materials: Consumed[];
}

/** One day for each production date, newest first, with what was consumed on it. */
export function productionDays(report: ReportRow[], stock: StockRecord[]): ProductionDay[] {
  const materials = new Map(stock.map((row) => [row.rawMaterialId, row]));
  const days = new Map<string, ProductionDay>();
  for (const { rawmaterialID, productionDate, quantity, status } of report) {
    const date = productionDate.slice(0, 10);
    const material = materials.get(rawmaterialID);
    const consumed = {
      rawMaterialName: material?.rawMaterialName ?? productionReportTexts.unknownMaterial,
      quantity,
      unit: material?.unit ?? '',
    };
    const day = days.get(date);
    if (day) day.materials.push(consumed);
    else days.set(date, { date, status, materials: [consumed] });
  }
  return [...days.values()].toSorted((a, b) => b.date.localeCompare(a.date));
}
