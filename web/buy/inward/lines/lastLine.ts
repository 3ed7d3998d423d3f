import { queryOptions } from '@tanstack/react-query';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { call } from '#web/core/api/client.ts';

/** The latest inward line of a material, except those of the edited inward. */
export function lastLine(rawMaterialId: number, inwardId: number | undefined) {
  return queryOptions({
    queryKey: [inwardEndpoints.lastPrice.path, rawMaterialId, inwardId],
    queryFn: ({ signal }) =>
      call(inwardEndpoints.lastPrice, { params: { id: rawMaterialId }, query: { exceptId: inwardId }, signal }),
  });
}
