import type { ProductionDayRow } from '#contract/make/production.ts';
import type { StockRecord } from '#contract/stock/items/materialStock.ts';
import type { ProductionStatus } from '#contract/documentStatus.ts';

/** The name of an unknown material (specification §3). */
const UNKNOWN = 'Unknown';

interface Consumed {
  rawMaterialName: string;
  quantity: number;
  unit: string;
}

export interface ProductionDay {
  date: string;
  /** Status of the first report of the date. */
  status: ProductionStatus;
  materials: Consumed[];
}

/** Adds the materials' names and units from the stock list to the report. */
export function productionDays(days: ProductionDayRow[], stock: StockRecord[]): ProductionDay[] {
  const materials = new Map(stock.map((row) => [row.rawMaterialId, row]));
  return days.map(({ productionDate, status, rawMaterials }) => ({
    date: productionDate,
    status,
    materials: rawMaterials.map(({ rawmaterialID, quantity }) => {
      const material = materials.get(rawmaterialID);
      return { rawMaterialName: material?.rawMaterialName ?? UNKNOWN, quantity, unit: material?.unit ?? '' };
    }),
  }));
}
