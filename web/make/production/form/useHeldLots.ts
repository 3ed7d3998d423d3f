import { useQueries } from '@tanstack/react-query';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import type { LotState } from '#contract/stock/stock.ts';
import { callList } from '#web/core/api/client.ts';

/** More held lots of one item than anyone has. */
const MAX_LOTS = 200;

const heldStates = ['onHold', 'recalled'] as const;

/**
 * States of an item's lots on hold or recalled, by lot id, empty lots included. Empty while loading.
 */
export function useHeldLots(itemId: number | undefined): ReadonlyMap<number, LotState> {
  const results = useQueries({
    queries: heldStates.map((state) => ({
      queryKey: [lotEndpoints.list.path, state, itemId],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { itemId: itemId ?? 0, state, page: 1, pageSize: MAX_LOTS };
        return (await callList(lotEndpoints.list, { query, signal })).rows;
      },
      enabled: itemId !== undefined,
    })),
  });
  return new Map(results.flatMap(({ data }) => data?.map(({ lotId, state }) => [lotId, state] as const) ?? []));
}
