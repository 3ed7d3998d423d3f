import { useQueries } from '@tanstack/react-query';
import type { DispatchRecord } from '#contract/dispatches.ts';
import { lotEndpoints } from '#contract/lots.ts';
import { fromThousandths, toThousandths } from '#contract/numbers.ts';
import { call } from '#web/api/client.ts';
import type { BatchLot, Batches } from './splitLines.ts';

function lotsQuery(itemId: number) {
  return {
    queryKey: [lotEndpoints.list.path, 'all of item', itemId],
    queryFn: async ({ signal }: { signal: AbortSignal }) => ({
      itemId,
      lots: await call(lotEndpoints.list, { query: { itemId, hasStock: 'true' }, signal }),
    }),
  };
}

/** The batches with stock of these items, as far as they are loaded; what an edited dispatch took of them is there again. */
export function useBatches(itemIds: readonly number[], record: DispatchRecord | undefined): Batches {
  const results = useQueries({ queries: [...new Set(itemIds)].map(lotsQuery) });
  return new Map(
    results.flatMap(({ data }) => (data ? [[data.itemId, withOwn(data.itemId, data.lots, record)] as const] : [])),
  );
}

function withOwn(itemId: number, lots: readonly BatchLot[], record: DispatchRecord | undefined): BatchLot[] {
  const own = record?.lines.filter((line) => line.itemId === itemId) ?? [];
  const sentOf = (lotId: number) =>
    own.filter((line) => line.lotId === lotId).reduce((sum, { quantity }) => sum + (toThousandths(quantity) ?? 0), 0);
  // Those that the dispatch emptied are not among those with stock.
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
      onHandQty: fromThousandths(sentOf(lotId)),
    })),
    ...lots.map((lot) => ({
      ...lot,
      onHandQty: fromThousandths((toThousandths(lot.onHandQty) ?? 0) + sentOf(lot.lotId)),
    })),
  ];
}
