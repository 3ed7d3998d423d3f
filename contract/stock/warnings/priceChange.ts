/** How a price changed. */
import { divided } from '../../core/values/ratios.ts';

/** Thousandths of a percent, two decimals; null if there was no price before, or it was 0. */
export function changeOf(before: number | null | undefined, after: number): number | null {
  if (!before) return null;
  return divided(BigInt(after - before) * 10_000n, BigInt(before)) * 10;
}
