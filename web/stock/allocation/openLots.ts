import { queryOptions } from '@tanstack/react-query';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { listQueryOf } from '#web/core/api/queries.ts';

/** More lots of one item than anyone chooses from. */
const MAX_LOTS = 200;

/** The query for the lots of an item of which something is left, the earliest expiry first. */
export function openLotsQuery(itemId: number) {
  return queryOptions({
    ...listQueryOf(lotEndpoints.list, {
      query: { itemId, hasStock: 'true', page: 1, pageSize: MAX_LOTS, sort: 'expiresOn', order: 'asc' },
    }),
    select: ({ rows }) => rows,
  });
}
