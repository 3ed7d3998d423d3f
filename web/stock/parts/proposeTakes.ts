/**
 * Allocation of a quantity to lots: as the server proposes (docs/domain.md, Allocation), or as chosen. Pure, in
 * thousandths.
 */
import type { LotRecord } from '#contract/stock/lots.ts';
import { toThousandths } from '#contract/core/values/numbers.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';

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

const NEVER = '9999-12-31';

const thousandths = (units: number) => toThousandths(units) ?? 0;

/** Those received by the day and not expired on it first, then later ones, then expired ones; each by expiry. */
export function inTakingOrder<Lot extends TakableLot>(lots: readonly Lot[], day: string): Lot[] {
  const rank = (lot: Lot) => {
    if ((lot.expiresOn ?? NEVER) < day) return 2;
    return lot.madeOrReceivedOn > day ? 1 : 0;
  };
  const key = (lot: Lot) => `${rank(lot)} ${lot.expiresOn ?? NEVER} ${lot.madeOrReceivedOn}`;
  return lots.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.lotId - b.lotId));
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
  for (const lot of inTakingOrder(released, day)) {
    const taken = Math.min(thousandths(lot.onHandQty) - (before.get(lot.lotId) ?? 0), missing);
    if (taken <= 0) continue;
    takes.push({ lot, quantity: taken });
    missing -= taken;
  }
  return takes;
}

/** The sum of typed quantities, in thousandths. */
export function sumOfTakes(takes: readonly TypedTake[]): number {
  return takes.reduce((sum, { quantity }) => sum + thousandths(numberOf(quantity) ?? 0), 0);
}

/** The lots of a body: those with an allocated quantity. */
export function takesOf(takes: readonly TypedTake[]): { lotId: number; quantity: number }[] {
  return takes.flatMap(({ lotId, quantity }) => {
    const units = numberOf(quantity);
    return units ? [{ lotId, quantity: units }] : [];
  });
}
