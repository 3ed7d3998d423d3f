/** Quotients of whole numbers that may exceed the exact range of a number, such as quantities times milligrams. */

/** In thousandths of a percent. */
export const HUNDRED_PERCENT = 100_000;

/** The nearest whole number, half away from zero. */
export function divided(dividend: bigint, divisor: bigint): number {
  if (dividend < 0n) return -divided(-dividend, divisor);
  return Number((2n * dividend + divisor) / (2n * divisor));
}

/** The percentage that `part` is of `all`, in thousandths of a percent rounded to hundredths; null of nothing. */
export function percentOf(part: bigint, all: bigint): number | null {
  return all <= 0n ? null : divided(part * 10_000n, all) * 10;
}

/** Whether a part, of either sign, is at most `most` thousandths of a percent of the whole. */
export function isWithin(part: number, whole: number, most: number): boolean {
  return BigInt(Math.abs(part)) * BigInt(HUNDRED_PERCENT) <= BigInt(most) * BigInt(whole);
}

/** The smaller one. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
