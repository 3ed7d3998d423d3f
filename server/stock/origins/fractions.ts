/** Exact fractions, for what is worked out in several steps and rounded once. */

export interface Fraction {
  over: bigint;
  under: bigint;
}

export const zero: Fraction = { over: 0n, under: 1n };
export const one: Fraction = { over: 1n, under: 1n };

function commonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function reduced({ over, under }: Fraction): Fraction {
  const divisor = commonDivisor(over, under) || 1n;
  return { over: over / divisor, under: under / divisor };
}

/** A whole number. */
export function whole(value: number | bigint): Fraction {
  return { over: BigInt(value), under: 1n };
}

/** The exact sum, reduced. */
export function plus(a: Fraction, b: Fraction): Fraction {
  return reduced({ over: a.over * b.under + b.over * a.under, under: a.under * b.under });
}

/** The exact product, reduced. */
export function times(a: Fraction, b: Fraction): Fraction {
  return reduced({ over: a.over * b.over, under: a.under * b.under });
}

/** The whole number of one that isn't negative, rounded down; null beyond what can be kept. */
export function roundedDown({ over, under }: Fraction): number | null {
  const below = over / under;
  return below > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(below);
}

/** The nearest whole number of one that isn't negative, half up; null beyond what can be kept. */
export function rounded({ over, under }: Fraction): number | null {
  const nearest = (over * 2n + under) / (under * 2n);
  return nearest > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(nearest);
}
