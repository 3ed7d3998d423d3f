/** Exact fractions, for results of several steps that are rounded once; the sign is that of the numerator. */

export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

export const zero: Fraction = { numerator: 0n, denominator: 1n };
export const one: Fraction = { numerator: 1n, denominator: 1n };

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function reduced({ numerator, denominator }: Fraction): Fraction {
  const common = gcd(numerator, denominator) || 1n;
  // The common divisor of negative numbers may be negative; the denominator is not.
  const divisor = common < 0n === denominator < 0n ? common : -common;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** A whole number. */
export function fromInteger(value: number | bigint): Fraction {
  return { numerator: BigInt(value), denominator: 1n };
}

/** The exact sum, reduced. */
export function add(a: Fraction, b: Fraction): Fraction {
  return reduced({
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  });
}

/** The exact sum of all; zero of none. */
export function sum(values: readonly Fraction[]): Fraction {
  return values.reduce(add, zero);
}

/** The exact difference, reduced; below zero where `b` is larger. */
export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

/** The exact product, reduced. */
export function multiply(a: Fraction, b: Fraction): Fraction {
  return reduced({ numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator });
}

/** The exact quotient, reduced; the divisor isn't zero. */
export function quotient(a: Fraction, { numerator, denominator }: Fraction): Fraction {
  return multiply(a, { numerator: denominator, denominator: numerator });
}

/** Whether the first is smaller. */
export function isLess(a: Fraction, b: Fraction): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

/** The smaller one. */
export function lesser(a: Fraction, b: Fraction): Fraction {
  return isLess(a, b) ? a : b;
}

/** Zero instead of what is below it. */
export function atLeastZero(value: Fraction): Fraction {
  return value.numerator < 0n ? zero : value;
}

/** Paise of a quantity in thousandths at a price in paise per unit. */
export function worthOf(quantity: number, price: Fraction): Fraction {
  return multiply(price, { numerator: BigInt(quantity), denominator: 1000n });
}

/** The whole part of a fraction that isn't negative; null if too large for storage. */
export function roundedDown({ numerator, denominator }: Fraction): number | null {
  const below = numerator / denominator;
  return below > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(below);
}

/** The nearest whole number of a fraction that isn't negative, half up; null if too large for storage. */
export function rounded({ numerator, denominator }: Fraction): number | null {
  const nearest = (numerator * 2n + denominator) / (denominator * 2n);
  return nearest > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(nearest);
}

/** The nearest whole number of a fraction of either sign, half away from zero; null if too large for storage. */
export function roundedSigned({ numerator, denominator }: Fraction): number | null {
  if (numerator >= 0n) return rounded({ numerator, denominator });
  const positive = rounded({ numerator: -numerator, denominator });
  return positive === null ? null : -positive || 0;
}
