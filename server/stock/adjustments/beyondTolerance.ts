/** Why a counted line is beyond the tolerance of its item (docs/domain.md, Access). */
import { isWithin } from '#contract/core/values/ratios.ts';
import type { BeyondTolerance } from '#contract/stock/adjustments/adjustments.ts';
import { sql } from 'kysely';

/** The figures that a count of a lot is judged by; without a lot, one that was not recorded. */
export interface CountedLot {
  lotId: number | null;
  /** Thousandths of a percent; null where the item has none. */
  tolerance: number | null;
  /** Surpluses less losses of all its counts, in thousandths. */
  variance: number | null;
  /** All that came into it, in thousandths. */
  passed: number | null;
}

/** The columns of a `CountedLot`, of the item `i` and the lot `l`. */
export const countedLotColumns = sql`
  i.balance_tolerance as tolerance, l.found - l.lost as variance,
  l.opening + l.received + l.produced + l.returned_by_buyer as passed`;

/**
 * Why a counted line is beyond the tolerance of its item: the difference from the ledger's quantity, or the variance
 * of the lot with it, as its mass balance has it, so that many small counts move no more than one. A lot that was not
 * recorded is beyond each tolerance, a line without a difference within. Quantities in thousandths.
 */
export function findBeyond(lot: CountedLot | undefined, quantity: number, ledger: number): BeyondTolerance | null {
  if (lot === undefined || lot.lotId === null) return 'notRecorded';
  const change = quantity - ledger;
  const tolerance = lot.tolerance ?? 0;
  if (change === 0) return null;
  if (!isWithin(change, ledger, tolerance)) return 'difference';
  return isWithin((lot.variance ?? 0) + change, lot.passed ?? 0, tolerance) ? null : 'counts';
}
