/**
 * Allocation of a quantity to lots: as the server proposes (docs/domain.md, Allocation), or as chosen. Pure, in
 * thousandths.
 */
import type { LotRecord } from '#contract/stock/lots.ts';
import { inTakingOrder, turnOf } from '#contract/stock/takingOrder.ts';
import { toThousandths } from '#contract/core/values/numbers.ts';
import { numberOf, typedThousandths } from '#web/core/form/fields/numberOf.ts';

/** A chosen lot; the quantity as typed. */
export interface TypedTake {
  lotId: number;
  lotCode: string;
  quantity: string;
}

/** Fields of a lot that determine its allocation. */
export type TakableLot = Pick<LotRecord, 'lotId' | 'madeOrReceivedOn' | 'expiresOn' | 'state' | 'onHandQty'>;

/** Quantity allocated from a lot, in thousandths. */
export interface ProposedTake<Lot extends TakableLot = LotRecord> {
  lot: Lot;
  quantity: number;
}

/**
 * The server's allocation from these lots on a day, never of a held one; `before` has the quantities that other lines
 * already take.
 */
export function proposeTakes<Lot extends TakableLot>(
  lots: readonly Lot[],
  day: string,
  quantity: number,
  before: ReadonlyMap<number, number> = new Map(),
): ProposedTake<Lot>[] {
  const takes: ProposedTake<Lot>[] = [];
  let missing = quantity;
  const released = lots.filter(({ state }) => state === 'released');
  for (const lot of inTakingOrder(released, day, turnOf)) {
    const taken = Math.min((toThousandths(lot.onHandQty) ?? 0) - (before.get(lot.lotId) ?? 0), missing);
    if (taken <= 0) continue;
    takes.push({ lot, quantity: taken });
    missing -= taken;
  }
  return takes;
}

/** The sum of typed quantities, in thousandths. */
export function sumOfTakes(takes: readonly TypedTake[]): number {
  return takes.reduce((sum, { quantity }) => sum + (typedThousandths(quantity) ?? 0), 0);
}

/** The lots of a body: those with an allocated quantity. */
export function takesOf(takes: readonly TypedTake[]): { lotId: number; quantity: number }[] {
  return takes.flatMap(({ lotId, quantity }) => {
    const units = numberOf(quantity);
    return units ? [{ lotId, quantity: units }] : [];
  });
}
