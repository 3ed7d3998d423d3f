/** Quantities and prices of a sheet in the unit of their item: converted exactly, or refused (decision 126). */
import { formatAmount, formatQuantityWithUnit } from '../../core/values/format.ts';
import { MONEY_DECIMALS, QUANTITY_DECIMALS } from '../../core/values/numbers.ts';
import { importTexts, type PriceUnit } from '../importing.ts';
import { exactly, unitKey, unitRatio } from '../items/units.ts';
import type { CellReading } from './cells.ts';

/** Contents of one package, by the key of its unit: 1 bag = 30 kg. */
export type UnitSizes = ReadonlyMap<string, { value: number; unit: string }>;

/** The item whose unit counts. */
interface Measured {
  name: string;
  unit: string;
}

/** A decimal number as a fraction. */
function fractionOf(value: number): readonly [bigint, bigint] | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  return whole === '' ? undefined : [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
}

/** The size of a unit in the item's unit, as a fraction, by the contents of packages where they were answered. */
function ratioOf(unit: string, item: Measured, sizes: UnitSizes): readonly [bigint, bigint] | undefined {
  const ratio = unitRatio(unit, item.unit);
  if (ratio) return ratio;
  const size = sizes.get(unitKey(unit));
  const [held, inside] = size ? [fractionOf(size.value), unitRatio(size.unit, item.unit)] : [];
  return held && inside ? [held[0] * inside[0], held[1] * inside[1]] : undefined;
}

/** Packages can be asked for; what is measured in other ways can't. */
function otherUnit(unit: string, item: Measured): CellReading {
  const message = importTexts.quantityInUnit(unit, item.name, item.unit);
  const isMeasure = unitRatio(unit, 'kg') ?? unitRatio(unit, 'litre') ?? unitRatio(unit, 'piece');
  const isOpen = item.unit !== '' && !isMeasure;
  return isOpen ? { fault: message, ask: { about: 'unitSize', unit, inUnit: item.unit } } : { fault: message };
}

/** A quantity in a unit as one of the item, exact to the thousandth. */
export function quantityIn(value: number, unit: string, item: Measured, sizes: UnitSizes): CellReading {
  if (unitKey(unit) === unitKey(item.unit)) return { value };
  const ratio = ratioOf(unit, item, sizes);
  if (!ratio) return otherUnit(unit, item);
  const quantity = exactly(value, ratio, QUANTITY_DECIMALS);
  if (quantity === undefined) return { fault: importTexts.tooFine(`${value} ${unit}`, item.unit) };
  return { value: quantity, reading: formatQuantityWithUnit(quantity, item.unit) };
}

/** A price for one of a unit as one for the item's unit, exact to the paisa. */
export function priceIn(value: number, unit: string, item: Measured, sizes: UnitSizes): CellReading {
  if (unitKey(unit) === unitKey(item.unit)) return { value };
  const ratio = ratioOf(unit, item, sizes);
  if (!ratio) return otherUnit(unit, item);
  const price = exactly(value, [ratio[1], ratio[0]], MONEY_DECIMALS);
  if (price === undefined) return { fault: importTexts.priceTooFine(`${value} / ${unit}`, item.unit) };
  return { value: price, reading: formatAmount(price) };
}

/**
 * A price without a unit, beside a quantity that is written in another unit than the item's: it is for one of either, as
 * was answered for its column. Until then it is a fault that asks.
 */
export function priceBeside(
  value: number,
  unit: string,
  item: Measured,
  sizes: UnitSizes,
  per: PriceUnit | undefined,
): CellReading {
  if (per === 'item' || unitKey(unit) === unitKey(item.unit)) return { value };
  if (per === 'quantity') return priceIn(value, unit, item, sizes);
  const ask = { about: 'pricePer', unit, inUnit: item.unit, price: value } as const;
  return { fault: importTexts.pricePerUnanswered(unit, item.unit), ask };
}
