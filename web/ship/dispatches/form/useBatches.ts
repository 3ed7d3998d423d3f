import { useQueries } from '@tanstack/react-query';
import type { DispatchRecord } from '#contract/ship/dispatches.ts';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { openLotsQuery } from '#web/stock/allocation/openLots.ts';
import type { BatchLot, Batches } from './splitLines.ts';

/** The batches with stock of these items, as far as they are loaded; the quantities of an edited dispatch count as stock. */
export function useBatches(itemIds: readonly number[], record: DispatchRecord | undefined): Batches {
  const ids = [...new Set(itemIds)];
  const results = useQueries({ queries: ids.map(openLotsQuery) });
  return new Map(
    ids.flatMap((itemId, index) => {
      const lots = results[index]?.data;
      return lots ? [[itemId, withOwn(itemId, lots, record)] as const] : [];
    }),
  );
}

function withOwn(itemId: number, lots: readonly BatchLot[], record: DispatchRecord | undefined): BatchLot[] {
  const own = record?.lines.filter((line) => line.itemId === itemId) ?? [];
  const sentOf = (lotId: number) =>
    sumOfQuantities(own.filter((line) => line.lotId === lotId).map(({ quantity }) => quantity));
  // A batch that the dispatch emptied is not among those with stock.
  const emptied = own.filter(
    ({ lotId }, index) => !lots.some((lot) => lot.lotId === lotId) && own.findIndex((o) => o.lotId === lotId) === index,
  );
  return [
    ...emptied.map(({ lotId, lotCode: code, expiresOn }): BatchLot => ({
      lotId,
      code,
      expiresOn,
      madeOrReceivedOn: '',
      state: 'released',
      stateReason: '',
      onHandQty: sentOf(lotId),
    })),
    ...lots.map((lot) => ({
      ...lot,
      ownQty: sentOf(lot.lotId),
      onHandQty: sumOfQuantities([lot.onHandQty, sentOf(lot.lotId)]),
    })),
  ];
}
