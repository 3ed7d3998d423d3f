/** Rows of sheets with their quantities and prices in the units of their items. */
import { importTexts, type Ask, type RowFault, type RowReading } from '#contract/stock/importing.ts';
import { unitKey } from '#contract/stock/items/units.ts';
import { priceBeside, priceIn, quantityIn } from '#contract/stock/sheets/itemUnit.ts';
import type { NamedItem } from '../names/itemsByName.ts';
import type { ImportOptions, SheetRow } from './importing.ts';

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
 * A row in the unit of its item: quantities exact to the thousandth, prices to the paisa. A price without a unit of its own
 * is for one of the column of units; beside a quantity with a unit it is asked for. A unit that can't be converted is a fault.
 */
export function inItemUnit(
  row: SheetRow,
  item: Pick<NamedItem, 'name' | 'unit'> | undefined,
  { quantities, prices, unit: unitField }: MeasuredFields,
  { unitSizes, pricePer }: Pick<ImportOptions, 'unitSizes' | 'pricePer'>,
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
    const found = read(value, unit, item, unitSizes);
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
  const ofQuantity = quantities.map((field) => row.units[field]).find((unit) => unit !== undefined);
  for (const field of prices) {
    const beside: typeof priceIn = (value, unit, of, sizes) => priceBeside(value, unit, of, sizes, pricePer[field]);
    const own = row.units[field];
    if (own === undefined && ofQuantity !== undefined) convert(field, ofQuantity, beside);
    else convert(field, own ?? column, priceIn);
  }
  return { ...measured, row: { ...row, values } };
}
