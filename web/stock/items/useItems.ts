import { useQueries } from '@tanstack/react-query';
import { itemEndpoints, type ItemRecord } from '#contract/stock/items/items.ts';
import { queryOf } from '#web/core/api/queries.ts';

function itemQuery(itemId: number) {
  return queryOf(itemEndpoints.get, { params: { id: itemId } });
}

/** Items by id, as far as they are loaded: stock, smallest quantity, grams and part in recipes. */
export function useItems(itemIds: readonly number[]): ReadonlyMap<number, ItemRecord> {
  const results = useQueries({ queries: [...new Set(itemIds)].map(itemQuery) });
  return new Map(results.flatMap(({ data }) => (data ? [[data.itemId, data] as const] : [])));
}
