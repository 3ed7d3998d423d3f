import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { limits } from '#contract/core/fields.ts';
import { goodEndpoints } from '#contract/make/goods.ts';
import { longestSent, normalizeName } from '#contract/core/values/names.ts';
import { queryOf } from '#web/core/api/queries.ts';

type Use = z.output<typeof goodEndpoints.batchNumberUse.answer>;

/** As it would be stored; empty where it is too long to be. */
function storedForm(typed: string): string {
  const number = typed.length > longestSent(limits.code) ? '' : normalizeName(typed);
  return number.length > limits.code ? '' : number;
}

/** The other finished good that has this batch number; looked up while typing, debounced. */
export function useBatchNumberUse(typed: string, exceptId?: number): Use['batch'] {
  const normalized = storedForm(typed);
  const [batchNumber] = useDebouncedValue(normalized, 200);
  const { data } = useQuery({
    ...queryOf(goodEndpoints.batchNumberUse, { query: { batchNumber, exceptId } }),
    enabled: batchNumber !== '',
  });
  return (batchNumber === normalized && data?.batch) || null;
}
