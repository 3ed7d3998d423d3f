import { lotEndpoints } from '#contract/stock/lots.ts';
import { callList } from '#web/core/api/client.ts';

/** More lots of one item than anyone chooses from. */
const MAX_LOTS = 200;

/** The query for the lots of an item of which something is left, the earliest expiry first. */
export function openLotsQuery(itemId: number) {
  return {
    queryKey: [lotEndpoints.list.path, 'with stock', itemId],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const query = {
        itemId,
        hasStock: 'true',
        page: 1,
        pageSize: MAX_LOTS,
        sort: 'expiresOn',
        order: 'asc',
      } as const;
      return (await callList(lotEndpoints.list, { query, signal })).rows;
    },
  };
}
