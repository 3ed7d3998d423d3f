/**
 * Exact numbers. The wire has decimals (rupees with 2 places, quantities with 3); all other code has whole paise and
 * thousandths, because sums of decimals drift. Only this file converts.
 */

import { divided } from './ratios.ts';

/** The maximum of a field or a total, in rupees or units. */
export const MAX_UNITS = 9_000_000_000;
export const MAX_THOUSANDTHS = MAX_UNITS * 1000;

export const MONEY_DECIMALS = 2;
export const QUANTITY_DECIMALS = 3;
const KILOGRAM_DECIMALS = 6;

const decimalPattern = /^(\d+)(?:\.(\d+))?$/;

/**
 * Shifts a decimal by `places` on its shortest text form, without floating-point arithmetic. Undefined for numbers that
 * are negative, not finite, beyond MAX_UNITS or finer than `places`.
 */
function scaled(decimal: number, places: number): number | undefined {
  const match = decimalPattern.exec(String(decimal));
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > places || decimal > MAX_UNITS) return undefined;
  return Number(whole + fraction.padEnd(places, '0'));
}

/** Rupees as whole paise; undefined if negative, finer than a paisa or too large. */
export function toPaise(rupees: number): number | undefined {
  return scaled(rupees, MONEY_DECIMALS);
}

/** A quantity as whole thousandths; undefined if negative, finer than that or too large. */
export function toThousandths(quantity: number): number | undefined {
  return scaled(quantity, QUANTITY_DECIMALS);
}

/** A quantity as whole thousandths; 0 if it has none (`toThousandths`). */
export function thousandthsOr0(quantity: number): number {
  return toThousandths(quantity) ?? 0;
}

/** Kilograms as whole milligrams; undefined if negative, finer than that or too large. */
export function toMilligrams(kilograms: number): number | undefined {
  return scaled(kilograms, KILOGRAM_DECIMALS);
}

/** Whole paise as rupees; exact for every integer up to 2^53. */
export function fromPaise(paise: number): number {
  return paise / 100;
}

/** Whole thousandths as units; exact for every integer up to 2^53. */
export function fromThousandths(thousandths: number): number {
  return thousandths / 1000;
}

/** Grams as kilograms. */
export function fromGrams(grams: number): number {
  return grams / 1000;
}

/** Milligrams as kilograms, rounded to the gram. */
export function fromMilligrams(milligrams: number): number {
  return fromGrams(Math.round(milligrams / 1000));
}

/** An amount as in a field: 120.5 → '120.50'. */
export function amountText(rupees: number): string {
  return rupees.toFixed(MONEY_DECIMALS);
}

/** The exact sum of amounts in rupees, which may be below 0. */
export function sumOfAmounts(rupees: readonly number[]): number {
  return fromPaise(rupees.reduce((paise, each) => paise + Math.round(each * 100), 0));
}

/** The exact sum of quantities, or of other numbers with at most 3 decimals, which may be below 0. */
export function sumOfQuantities(units: readonly number[]): number {
  return fromThousandths(units.reduce((thousandths, each) => thousandths + Math.round(each * 1000), 0));
}

/**
 * The total of a line in paise: thousandths × paise per unit, rounded half up to the paisa (docs/domain.md, Numbers).
 * BigInt, since the product can exceed 2^53.
 */
export function linePaise(thousandths: number, pricePaise: number): number {
  return divided(BigInt(thousandths) * BigInt(pricePaise), 1000n);
}

/** True if the total of a line fits into storage. */
export function isKeptTotal(thousandths: number, pricePaise: number): boolean {
  return isKeptAmount(linePaise(thousandths, pricePaise));
}

/** True if an amount in paise fits into storage. */
export function isKeptAmount(paise: number): boolean {
  return paise <= MAX_UNITS * 100;
}
