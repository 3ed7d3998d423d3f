/** Which differences of a count post themselves, and which wait for the office (docs/domain.md, Access). */
import { isWithin } from '#contract/core/values/ratios.ts';
import { sql } from 'kysely';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { PreparedLine } from './lotOfLine.ts';

interface CountedLot {
  lotId: number;
  /** Thousandths of a percent; null where the item has none. */
  tolerance: number | null;
  /** Surpluses less losses of all its counts, in thousandths. */
  variance: number;
  /** All that came into it, in thousandths. */
  passed: number;
}

/**
 * Whether a line of a count differs by more than the tolerance of its item: the difference from the ledger's quantity, or
 * the variance of the lot with it, as its mass balance has it, so that many small counts move no more than one. A lot
 * that was not recorded is beyond each tolerance. The items of the lines are locked.
 */
export async function isBeyondTolerance(trx: Trx, prepared: readonly PreparedLine[]): Promise<boolean> {
  const differing = prepared.filter(({ line, ledgerQuantity }) => line.quantity !== ledgerQuantity);
  const lots = await inPieces(
    trx,
    'tolerances of counted lots',
    differing.flatMap(({ lot }) => lot?.lotId ?? []),
    (chunk) => sql<CountedLot>`
      select l.id as "lotId", i.balance_tolerance as tolerance, l.found - l.lost as variance,
        l.opening + l.received + l.produced + l.returned_by_buyer as passed
      from lot l join item i on i.id = l.item_id where l.id in ${chunk}`,
  );
  const lotOf = new Map(lots.map((lot) => [lot.lotId, lot]));
  return differing.some(({ lot, line, ledgerQuantity }) => {
    const counted = lotOf.get(lot?.lotId ?? 0);
    if (!counted) return true;
    const ledger = ledgerQuantity ?? 0;
    const change = line.quantity - ledger;
    const tolerance = counted.tolerance ?? 0;
    return !isWithin(change, ledger, tolerance) || !isWithin(counted.variance + change, counted.passed, tolerance);
  });
}
