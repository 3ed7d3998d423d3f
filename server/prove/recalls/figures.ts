/** The figures of a recall: the located part of its reach, and the returned quantity. */
import type { z } from 'zod';
import { percentOf } from '#contract/core/values/ratios.ts';
import type { recallDetail, recallSummary } from '#contract/prove/recalls.ts';

type Detail = z.output<typeof recallDetail>;
type Summary = z.output<typeof recallSummary>;
type Sums = Summary['onHand'];

/** A lot of a recall, with the fields for its figures. */
export type ReachedLot = Detail['lots'][number] & {
  /** Milligrams of one unit; null if unknown. */
  milligrams: number | null;
  /** Incoming quantity apart from counts. */
  broughtQty: number;
  /** Surplus of counts less their deficits. */
  foundQty: number;
  /** Returns of buyers, which are lots of their own. */
  partsQty: number;
  /** Inputs of runs in progress, without outputs and losses so far. */
  inProgressQty: number;
  /** Inputs of completed runs without a batch. */
  usedUpQty: number;
};

/** Sums of quantities in thousandths, one for each unit; units without any are left out. */
export function sumsOf(quantities: readonly { unit: string; quantity: number }[]): Sums {
  const sums = new Map<string, number>();
  for (const { unit, quantity } of quantities) sums.set(unit, (sums.get(unit) ?? 0) + quantity);
  return [...sums].flatMap(([unit, quantity]) => (quantity === 0 ? [] : [{ unit, quantity }]));
}

/**
 * Quantity of a lot to locate, without its part in other lots of the recall, which are counted themselves. Deficits and
 * surpluses of counts cancel out.
 */
function toLocate({ broughtQty, foundQty, usedQty, inProgressQty, usedUpQty, partsQty }: ReachedLot): number {
  const intoLots = usedQty - inProgressQty - usedUpQty;
  return broughtQty + Math.max(0, foundQty) - intoLots - partsQty;
}

/** How quantities of lots add up: pieces of one unit as they are, others by mass. */
function weighing(lots: readonly ReachedLot[]) {
  const byId = new Map(lots.map((lot) => [lot.lotId, lot]));
  const isOneUnit = new Set(lots.map(({ unit }) => unit)).size <= 1;
  const unweighed = isOneUnit ? [] : lots.filter(({ milligrams }) => milligrams === null);
  const weightOf = (lotId: number) => BigInt(isOneUnit ? 1 : (byId.get(lotId)?.milligrams ?? 0));
  return {
    unweighed: unweighed.map(({ itemName }) => itemName),
    total: (quantities: readonly { lotId: number; quantity: number }[]) =>
      quantities.reduce((sum, { lotId, quantity }) => sum + BigInt(quantity) * weightOf(lotId), 0n),
    percent: (part: bigint, all: bigint) => (unweighed.length > 0 ? null : percentOf(part, all)),
  };
}

/**
 * Computes the summary of a recall (docs/decisions/063). Quantities that came back before its start count neither as
 * shipped nor as recovered.
 */
export function summaryOf(lots: readonly ReachedLot[], buyers: Detail['buyers']): Summary {
  const byId = new Map(lots.map((lot) => [lot.lotId, lot]));
  const lines = buyers.flatMap(({ buyerId, lines: own }) =>
    own.map((line) => {
      const before = line.returnedBeforeQty ?? 0;
      const recoveredQty = line.returnedQty - before + line.destroyedQty;
      return { ...line, buyerId, shippedQty: line.quantity - before, recoveredQty };
    }),
  );
  const sum = (quantityOf: (lot: ReachedLot) => number) =>
    sumsOf(lots.map((lot) => ({ unit: lot.unit, quantity: quantityOf(lot) })));
  const sumOfLines = (quantityOf: (line: (typeof lines)[number]) => number) =>
    sumsOf(lines.map((line) => ({ unit: line.unit, quantity: quantityOf(line) })));

  const counted = weighing(lots.filter((lot) => toLocate(lot) !== 0));
  const all = counted.total(lots.map((lot) => ({ lotId: lot.lotId, quantity: toLocate(lot) })));
  const lost = counted.total(lots.map(({ lotId, foundQty }) => ({ lotId, quantity: Math.max(0, -foundQty) })));
  const usedUp = counted.total(lots.map(({ lotId, usedUpQty }) => ({ lotId, quantity: usedUpQty })));
  const running = counted.total(lots.map(({ lotId, inProgressQty }) => ({ lotId, quantity: inProgressQty })));
  const out = counted.total(lines.map(({ lotId, outQty }) => ({ lotId, quantity: outQty })));
  const unknown = counted.total(
    lines.filter(({ buyerId }) => buyerId === null).map(({ lotId, outQty }) => ({ lotId, quantity: outQty })),
  );
  const sent = weighing(lines.flatMap(({ lotId }) => byId.get(lotId) ?? []));
  const back = lines.map(({ lotId, recoveredQty }) => ({ lotId, quantity: recoveredQty }));
  const shipped = lines.map(({ lotId, shippedQty }) => ({ lotId, quantity: shippedQty }));

  const informed = buyers.filter(({ lines: own }) => own.every(({ notifiedAt }) => notifiedAt !== null));
  const times = lines.flatMap(({ notifiedAt }) => notifiedAt ?? []).sort();
  return {
    lots: lots.length,
    lotsInStock: lots.filter(({ onHandQty }) => onHandQty > 0).length,
    onHand: sum(({ onHandQty }) => onHandQty),
    shipped: sumOfLines(({ shippedQty }) => shippedQty),
    writtenOff: sum(({ writtenOffQty }) => writtenOffQty),
    lost: sum(({ lostQty }) => lostQty),
    inProgress: sum(({ inProgressQty }) => inProgressQty),
    usedUp: sum(({ usedUpQty }) => usedUpQty),
    destroyed: sumOfLines(({ destroyedQty }) => destroyedQty),
    recovered: sumOfLines(({ recoveredQty }) => recoveredQty),
    out: sumOfLines(({ outQty }) => outQty),
    buyers: buyers.length,
    notified: informed.length,
    lastNotifiedAt: times.at(-1) ?? null,
    locatedPercent: counted.percent(all - unknown - lost - usedUp, all),
    recoveredPercent: counted.percent(all - out - lost - usedUp - running, all),
    effectivenessPercent: sent.percent(sent.total(back), sent.total(shipped)),
    withoutGrams: [...new Set([...counted.unweighed, ...sent.unweighed])],
  };
}
