import type { ProductionDayRow, ProductionStatus, StockRecord } from '#contract/production.ts';

/** Specification §3: what a material is called whose name is missing. */
const UNKNOWN = 'Unknown';

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

/** The days of the report with the names and units of their materials, which the stock list knows. */
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
