/**
 * Allocation of a quantity to lots: as the server proposes (docs/domain.md, Allocation), or as chosen. Pure, in
 * thousandths.
 */
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { allocateInOrder, inAllocationOrder, allocationKeyOf } from '#contract/stock/lots/allocationOrder.ts';
import { thousandthsOr0 } from '#contract/core/values/numbers.ts';
import { numberOf, typedThousandthsOr0 } from '#web/core/form/fields/numberOf.ts';

/** A chosen lot; the quantity as typed. */
export interface TypedAllocation {
  lotId: number;
  lotCode: string;
  quantity: string;
}

/** Fields of a lot that determine its allocation. */
export type AllocatableLot = Pick<LotRecord, 'lotId' | 'madeOrReceivedOn' | 'expiresOn' | 'state' | 'onHandQty'>;

/** Quantity allocated from a lot, in thousandths. */
interface ProposedAllocation<Lot extends AllocatableLot = LotRecord> {
  lot: Lot;
  quantity: number;
}

/**
 * The server's allocation from these lots on a day, never of a held one; `earlier` has the quantities that lines before
 * this one consume.
 */
export function proposeAllocations<Lot extends AllocatableLot>(
  lots: readonly Lot[],
  day: string,
  quantity: number,
  earlier: ReadonlyMap<number, number> = new Map(),
): ProposedAllocation<Lot>[] {
  const released = lots.filter(({ state }) => state === 'released');
  return allocateInOrder(
    inAllocationOrder(released, day, allocationKeyOf),
    quantity,
    ({ lotId, onHandQty }) => thousandthsOr0(onHandQty) - (earlier.get(lotId) ?? 0),
  );
}

/** The sum of typed quantities, in thousandths. */
export function sumOfAllocations(allocations: readonly TypedAllocation[]): number {
  return allocations.reduce((sum, { quantity }) => sum + typedThousandthsOr0(quantity), 0);
}

/** The lots of a body: those with an allocated quantity. */
export function allocationsOf(typed: readonly TypedAllocation[]): { lotId: number; quantity: number }[] {
  return typed.flatMap(({ lotId, quantity }) => {
    const units = numberOf(quantity);
    return units ? [{ lotId, quantity: units }] : [];
  });
}
