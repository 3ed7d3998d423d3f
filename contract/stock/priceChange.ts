/** How a price changed. */

/** Thousandths of a percent, two decimals; null if there was no price before, or it was 0. */
export function changeOf(before: number | null | undefined, after: number): number | null {
  if (!before) return null;
  const difference = BigInt(after - before);
  const size = difference < 0n ? -difference : difference;
  const hundredths = Number((size * 20_000n + BigInt(before)) / (2n * BigInt(before)));
  return (difference < 0n ? -hundredths : hundredths) * 10;
}
