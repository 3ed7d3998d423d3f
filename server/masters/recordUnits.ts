/** Rows of masters in the unit of their record. */
import type { UnitSizes } from '#contract/stock/sheets/itemUnit.ts';
import type { SheetRow } from '../stock/documents/importing.ts';
import { inItemUnit, type MeasuredRow } from '../stock/documents/itemUnits.ts';

/** Without a unit of its own, a row has that of its quantity or price. */
export function withUnit(row: SheetRow): SheetRow {
  const [unit] = Object.values(row.units);
  return unit === undefined || row.values['unit'] !== undefined ? row : { ...row, values: { ...row.values, unit } };
}

/** A row with its quantities and price in the unit of its record, as `inItemUnit` says. */
export function inRecordUnit(row: SheetRow, unit: string, sizes: UnitSizes): MeasuredRow {
  const item = { name: String(row.values['name'] ?? ''), unit };
  const answers = { unitSizes: sizes, pricePer: { price: 'quantity' } } as const;
  return inItemUnit(row, item, { quantities: ['minProductionQuantity'], prices: ['price'] }, answers);
}
