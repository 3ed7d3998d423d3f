/** Exact fractions, for results of several steps that are rounded once. */

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
  const divisor = gcd(numerator, denominator) || 1n;
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

/** The exact product, reduced. */
export function multiply(a: Fraction, b: Fraction): Fraction {
  return reduced({ numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator });
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
