/** Records what a seeded day made and sent out: the lots of products are those that the rule of allocation gives. */
import type { z } from 'zod';
import type { adjustmentBody } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentDocument } from '#server/stock/adjustments/actions.ts';
import type { Trx } from '#server/core/db/tables.ts';
import { dispatchDocument } from '#server/ship/dispatches/actions.ts';
import { createRun } from '#server/make/production/runActions.ts';
import type { Write } from '#server/core/records/write.ts';
import { findOpenLots, allocateFrom, type OpenLot, type Allocation } from '#server/stock/ledger/allocation.ts';
import { findItemIds } from '#server/stock/ledger/items.ts';
import type { MadeOnDay, OfProduct } from './making.ts';

type AdjustmentLine = z.output<typeof adjustmentBody>['lines'][number];

/** Quantity taken from an open lot. */
interface TakenLot extends Allocation {
  lot: OpenLot;
}

/** From which lots each quantity comes on a day. */
async function findTakes(trx: Trx, day: string, wanted: readonly OfProduct[]): Promise<TakenLot[]> {
  const itemIds = await findItemIds(
    trx,
    wanted.map(({ productId }) => ({ rawMaterialId: null, productId })),
  );
  const open = await findOpenLots(
    trx,
    wanted.map(({ quantity }, index) => ({ itemId: itemIds[index] ?? 0, day, quantity })),
  );
  return wanted.flatMap(({ quantity }, index) => {
    const lots = new Map((open[index] ?? []).map((lot) => [lot.lotId, { ...lot }]));
    return allocateFrom(open[index] ?? [], quantity).allocations.flatMap((allocation) => {
      const lot = lots.get(allocation.lotId);
      return lot ? [{ ...allocation, lot }] : [];
    });
  });
}

function adjustmentLine(of: Pick<AdjustmentLine, 'lotId' | 'dispatchLineId' | 'quantity'>): AdjustmentLine {
  const ofNewLots = { rawMaterialId: null, productId: null, code: '', expiresOn: null, pricePerUnit: null };
  return { ...of, ...ofNewLots, reason: '' };
}

const adjustmentOf = (kind: 'count' | 'writeOff' | 'buyerReturn', date: string, reason: string) => {
  return { kind, date, reason, supplierId: null };
};

/** Records it; times are given by the minutes after midnight. */
export async function recordMade(writeAt: (minutes: number) => Write, date: string, made: MadeOnDay): Promise<void> {
  for (const [index, run] of made.runs.entries()) await createRun(writeAt(970 + index), run);
  let last: Awaited<ReturnType<typeof dispatchDocument.create>> | undefined;
  for (const [index, { lines, ...dispatch }] of made.dispatches.entries()) {
    const write = writeAt(1010 + index);
    const takes = await findTakes(write.trx, date, lines);
    const sent = takes.map(({ lotId, quantity }) => ({ lotId, finishedGoodId: undefined, quantity }));
    last = await dispatchDocument.create(write, { ...dispatch, lines: sent });
  }
  const [back] = last?.lines ?? [];
  if (made.isReturned && back) {
    const line = { lotId: undefined, dispatchLineId: back.dispatchLineId, quantity: Math.ceil(back.quantity / 2) };
    const lines = [adjustmentLine(line)];
    await adjustmentDocument.create(writeAt(1015), { ...adjustmentOf('buyerReturn', date, 'Parcel damaged'), lines });
  }
  for (const [kind, reason, products] of [
    ['writeOff', 'Sample', made.writeOffs],
    ['count', 'Monthly count', made.lost],
  ] as const) {
    if (products.length === 0) continue;
    const write = writeAt(1018);
    const sums = new Map<number, number>();
    for (const { productId, quantity } of products) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
    const takes = await findTakes(
      write.trx,
      date,
      [...sums].map(([productId, quantity]) => ({ productId, quantity })),
    );
    const lines = takes.map(({ lotId, quantity, lot }) => {
      const counted = kind === 'count' ? lot.available - quantity : quantity;
      return adjustmentLine({ lotId, dispatchLineId: undefined, quantity: counted });
    });
    await adjustmentDocument.create(write, { ...adjustmentOf(kind, date, reason), lines });
  }
}
