import { queryOptions } from '@tanstack/react-query';
import { inwardEndpoints } from '#contract/inward.ts';
import { call } from '#web/api/client.ts';

/** How a material came in last; of the inward that is edited not itself. */
export function lastLine(rawMaterialId: number, inwardId: number | undefined) {
  return queryOptions({
    queryKey: [inwardEndpoints.lastPrice.path, rawMaterialId, inwardId],
    queryFn: ({ signal }) =>
      call(inwardEndpoints.lastPrice, { params: { id: rawMaterialId }, query: { exceptId: inwardId }, signal }),
  });
}
