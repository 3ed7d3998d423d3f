import { productionTexts, type ProductionDayRow } from '#contract/make/production.ts';
import type { StockRecord } from '#contract/stock/items/materialStock.ts';
import { productionStatusLabels, type ProductionStatus } from '#contract/documentStatus.ts';

/** The name of an unknown material (specification §3). */
const UNKNOWN = 'Unknown';

interface Consumed {
  rawMaterialName: string;
  quantity: number;
  unit: string;
}

export interface ProductionDay {
  date: string;
  /** In progress while one of the runs of the date is; its label says of how many, where they differ. */
  status: ProductionStatus;
  statusLabel: string;
  materials: Consumed[];
}

function statusOf({ status, runs, runsInProgress }: Pick<ProductionDayRow, 'status' | 'runs' | 'runsInProgress'>) {
  if (runsInProgress === 0 || runsInProgress === runs) return { status, statusLabel: productionStatusLabels[status] };
  const statusLabel = productionTexts.someOf(productionStatusLabels.in_progress, runsInProgress, runs);
  return { status: 'in_progress' as const, statusLabel };
}

/** Adds the materials' names and units from the stock list to the report. */
export function productionDays(days: ProductionDayRow[], stock: StockRecord[]): ProductionDay[] {
  const materials = new Map(stock.map((row) => [row.rawMaterialId, row]));
  return days.map(({ productionDate, rawMaterials, ...runs }) => ({
    date: productionDate,
    ...statusOf(runs),
    materials: rawMaterials.map(({ rawmaterialID, quantity }) => {
      const material = materials.get(rawmaterialID);
      return { rawMaterialName: material?.rawMaterialName ?? UNKNOWN, quantity, unit: material?.unit ?? '' };
    }),
  }));
}
