import type { AdjustmentRecord } from '#contract/stock/adjustments/adjustments.ts';
import { stockOnEndpoints } from '#contract/stock/lots/stockOn.ts';
import { fromThousandths, thousandthsOr0 } from '#contract/core/values/numbers.ts';
import { call } from '#web/core/api/client.ts';
import { inSheetOrder, lotsOfCount, type SheetLot } from './countValues.ts';
import { withCounted } from './useLedgerOfDay.ts';

/** All lots with stock by the end of a day, in the order of the count sheet. */
export async function findLotsInStock(asOn: string, signal?: AbortSignal) {
  return inSheetOrder(await call(stockOnEndpoints.lots, { query: { asOn, hasStock: 'true' }, signal }));
}

/**
 * The lots of a recorded count as they were by the end of a day without it, as the server compares them
 * (server/stock/adjustments/placing.ts): on its own day with the quantities of its recording. One that waits is compared as it
 * is posted.
 */
export async function findLotsOfCount(
  record: AdjustmentRecord,
  asOn: string,
  signal?: AbortSignal,
): Promise<SheetLot[]> {
  const lots = lotsOfCount(record);
  if (asOn === record.date && record.state === 'posted') return lots;
  const inStock = await findLotsInStock(asOn, signal);
  const onHand = new Map(inStock.map((lot) => [lot.lotId, lot.onHandQty]));
  if (record.state === 'waiting') {
    const counted = new Set(lots.map(({ lotId }) => lotId));
    return withCounted(
      inStock.filter(({ lotId }) => counted.has(lotId)),
      lots,
    );
  }
  const lines = record.lines.map(({ lotId, quantity, ledgerQuantity }) => {
    const ownChange = asOn > record.date ? thousandthsOr0(quantity) - thousandthsOr0(ledgerQuantity ?? 0) : 0;
    return [lotId, fromThousandths(thousandthsOr0(onHand.get(lotId) ?? 0) - ownChange)] as const;
  });
  const withoutIt = new Map(lines);
  return lots.map((lot) => ({ ...lot, onHandQty: withoutIt.get(lot.lotId) ?? 0 }));
}
