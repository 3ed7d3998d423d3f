/**
 * Allocation of products' lines to batches: typed quantities, and the rest by earliest expiry. Pure, in thousandths.
 */
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { sumOfQuantities, thousandthsOr0 } from '#contract/core/values/numbers.ts';
import { typedThousandthsOr0 } from '#web/core/form/fields/numberOf.ts';
import { inAllocationOrder, allocationKeyOf } from '#contract/stock/lots/allocationOrder.ts';
import {
  proposeAllocations,
  sumOfAllocations,
  type AllocatableLot,
  type TypedAllocation,
} from '#web/stock/allocation/proposeAllocations.ts';

export type BatchLot = AllocatableLot &
  Pick<LotRecord, 'code' | 'stateReason'> & {
    /** Present share of an edited dispatch, which it may keep of a batch on hold or recalled. */
    ownQty?: number;
  };

/** The batches with stock, by the item. An item that is missing is still loading. */
export type Batches = ReadonlyMap<number, readonly BatchLot[]>;

/** A line as typed. */
export interface SplitLine {
  key: string;
  item: { itemId: number; itemName: string; unit: string } | null;
  quantity: string;
  /** Typed quantities; the rest is proposed. */
  sends: readonly TypedAllocation[];
  /** The requested batch, which is allocated first. */
  firstLotId: number | null;
  firstLotCode: string;
}

/** Quantity from a batch for a line. */
export interface Send {
  lot: BatchLot;
  /** Remaining quantity after the lines before this one. */
  left: number;
  quantity: number;
  /** Undefined where it is proposed. */
  typed?: string;
}

export interface Split {
  sends: Send[];
  /** Sends of all batches that could give something, in the order of `sends`. */
  offered: Send[];
  /** On hold or recalled: they give nothing. */
  held: BatchLot[];
  /** Quantity available to the line in all batches. */
  available: number;
  /** Uncovered part of the line's quantity; below 0 if more was typed. */
  missing: number;
}

/** A typed batch that has no stock any more. */
function emptyLot({ lotId, lotCode }: TypedAllocation): BatchLot {
  const code = lotCode;
  return { lotId, code, madeOrReceivedOn: '', expiresOn: null, state: 'released', stateReason: '', onHandQty: 0 };
}

export const isReleased = ({ state }: BatchLot) => state === 'released';

/** Available quantity of a batch: of a held one no more than its present share, as on the server. */
function mayGive(lot: BatchLot): number {
  return thousandthsOr0(isReleased(lot) ? lot.onHandQty : (lot.ownQty ?? 0));
}

function splitLine(
  { quantity, sends, firstLotId }: SplitLine,
  lots: readonly BatchLot[],
  day: string,
  allocated: ReadonlyMap<number, number>,
): Split {
  const requested = typedThousandthsOr0(quantity);
  const leftOf = (lot: BatchLot) => Math.max(0, mayGive(lot) - (allocated.get(lot.lotId) ?? 0));
  const typed = sends.map((send): Send => {
    const lot = lots.find(({ lotId }) => lotId === send.lotId) ?? emptyLot(send);
    return { lot, left: leftOf(lot), quantity: typedThousandthsOr0(send.quantity), typed: send.quantity };
  });
  const others = lots.filter(({ lotId }) => !sends.some((send) => send.lotId === lotId));
  const propose = (from: readonly BatchLot[], rest: number): Send[] =>
    proposeAllocations(from, day, rest, allocated).map((allocation) => ({
      ...allocation,
      left: leftOf(allocation.lot),
    }));
  const rest = Math.max(0, requested - sumOfAllocations(sends));
  const chosen = others.filter((lot) => lot.lotId === firstLotId && isReleased(lot));
  // The requested batch is shown before a quantity is typed.
  const first = chosen.map((lot): Send => propose([lot], rest)[0] ?? { lot, left: leftOf(lot), quantity: 0 });
  const after = rest - first.reduce((sum, send) => sum + send.quantity, 0);
  const later = others.filter(({ lotId }) => lotId !== firstLotId);
  const all = [...typed, ...first, ...propose(later, after)];
  const idle = others.filter((lot) => isReleased(lot) && !all.some((send) => send.lot === lot));
  const offered = [...all, ...idle.map((lot): Send => ({ lot, left: leftOf(lot), quantity: 0 }))];
  const inOrder = inAllocationOrder(offered, day, ({ lot }) => allocationKeyOf(lot));
  const usable = [...typed.map(({ lot }) => lot), ...others.filter(isReleased)];
  return {
    sends: inOrder.filter((send) => all.includes(send)),
    offered: inOrder.filter((send) => send.left > 0 || all.includes(send)),
    held: inAllocationOrder(
      others.filter((lot) => !isReleased(lot)),
      day,
      allocationKeyOf,
    ),
    available: usable.reduce((sum, lot) => sum + leftOf(lot), 0),
    missing: requested - all.reduce((sum, send) => sum + send.quantity, 0),
  };
}

/** The split of each line by its key, in their order: a line gets what those before it left. */
export function splitLines(lines: readonly SplitLine[], day: string, batches: Batches): Map<string, Split> {
  const allocated = new Map<number, number>();
  const splits = new Map<string, Split>();
  for (const line of lines) {
    const lots = line.item && batches.get(line.item.itemId);
    if (!lots) continue;
    const split = splitLine(line, lots, day, allocated);
    splits.set(line.key, split);
    for (const { lot, quantity } of split.sends) allocated.set(lot.lotId, (allocated.get(lot.lotId) ?? 0) + quantity);
  }
  return splits;
}

/** Stock of a batch, without the present share of an edited dispatch. */
export function inStockOf({ onHandQty, ownQty = 0 }: BatchLot): number {
  return sumOfQuantities([onHandQty, -ownQty]);
}
