import { useQueries } from '@tanstack/react-query';
import { itemEndpoints, type ItemRecord } from '#contract/stock/items.ts';
import { call } from '#web/core/api/client.ts';

function itemQuery(itemId: number) {
  return {
    queryKey: [itemEndpoints.get.path, itemId],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(itemEndpoints.get, { params: { id: itemId }, signal }),
  };
}

/** Items by id, as far as they are loaded: stock, smallest quantity, grams and part in recipes. */
export function useItems(itemIds: readonly number[]): ReadonlyMap<number, ItemRecord> {
  const results = useQueries({ queries: [...new Set(itemIds)].map(itemQuery) });
  return new Map(results.flatMap(({ data }) => (data ? [[data.itemId, data] as const] : [])));
}
