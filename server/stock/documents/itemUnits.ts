/** Rows of sheets with their quantities and prices in the units of their items. */
import { importTexts, type Ask, type RowFault, type RowReading } from '#contract/stock/importing.ts';
import { unitKey } from '#contract/stock/items/units.ts';
import { priceIn, quantityIn, type UnitSizes } from '#contract/stock/sheets/itemUnit.ts';
import type { NamedItem } from '../ledger/itemsByName.ts';
import type { SheetRow } from './importing.ts';

/** The fields of a sheet that one item's unit counts for. */
interface MeasuredFields {
  quantities: readonly string[];
  prices: readonly string[];
  /** The column of units, which counts where neither cell nor heading has one. */
  unit?: string;
}

export interface MeasuredRow {
  row: SheetRow;
  faults: RowFault[];
  readings: RowReading[];
}

/**
 * A row in the unit of its item: quantities exact to the thousandth, prices to the paisa; a price without a unit of its
 * own is for one of the unit of the quantity. A unit that can't be converted is a fault.
 */
export function inItemUnit(
  row: SheetRow,
  item: Pick<NamedItem, 'name' | 'unit'> | undefined,
  { quantities, prices, unit: unitField }: MeasuredFields,
  sizes: UnitSizes,
): MeasuredRow {
  const measured: MeasuredRow = { row, faults: [], readings: [] };
  if (!item) return measured;
  const { number } = row;
  const values = { ...row.values };
  const column = unitField === undefined || values[unitField] === undefined ? undefined : String(values[unitField]);
  const refuse = (field: string, message: string, ask?: Ask) =>
    measured.faults.push({ row: number, field, message, ...(ask && { ask }) });
  const convert = (field: string, unit: string | undefined, read: typeof quantityIn, faulty = field) => {
    const value = values[field];
    if (unit === undefined || typeof value !== 'number') return;
    const found = read(value, unit, item, sizes);
    if ('fault' in found) refuse(faulty, found.fault, found.ask);
    else {
      values[field] = found.value;
      if (found.reading !== undefined) measured.readings.push({ row: number, field, text: found.reading });
    }
  };
  for (const field of quantities) {
    const written = row.units[field];
    const isTwice = written !== undefined && column !== undefined && unitKey(written) !== unitKey(column);
    if (isTwice) refuse(field, importTexts.unitTwice(written, column));
    else convert(field, written ?? column, quantityIn, written === undefined ? unitField : field);
  }
  // A unit that can't be converted is one fault, not one for the price too.
  if (measured.faults.length > 0) return measured;
  const ofQuantity = quantities.map((field) => row.units[field]).find((unit) => unit !== undefined) ?? column;
  for (const field of prices) convert(field, row.units[field] ?? ofQuantity, priceIn);
  return { ...measured, row: { ...row, values } };
}
