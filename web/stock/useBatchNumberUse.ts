import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { goodEndpoints } from '#contract/goods.ts';
import { normalizeName } from '#contract/names.ts';
import { call } from '#web/api/client.ts';

/** Whether another finished good has this batch number; checked while typing, debounced. */
export function useBatchNumberUse(typed: string, exceptId?: number): boolean {
  const wanted = normalizeName(typed);
  const [batchNumber] = useDebouncedValue(wanted, 200);
  const { data } = useQuery({
    queryKey: [goodEndpoints.batchNumberUse.path, batchNumber, exceptId],
    queryFn: ({ signal }) => call(goodEndpoints.batchNumberUse, { query: { batchNumber, exceptId }, signal }),
    enabled: batchNumber !== '',
  });
  return batchNumber === wanted && data?.used === true;
}
