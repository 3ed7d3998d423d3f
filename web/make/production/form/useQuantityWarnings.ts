import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { toThousandths } from '#contract/core/values/numbers.ts';
import { productionEndpoints } from '#contract/make/production.ts';
import { quantityWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { RunWithClaims } from '#contract/make/runs.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { call } from '#web/core/api/client.ts';
import { WARNING_DEBOUNCE_MS } from '#web/core/form/fields/FieldWarning.tsx';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import type { RunLine } from '../runDraft.ts';

/** The quantity of the material's latest production, except the edited one. */
function lastQuantity(rawMaterialId: number, exceptId: number | undefined) {
  return {
    queryKey: [productionEndpoints.lastQuantity.path, rawMaterialId, exceptId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(productionEndpoints.lastQuantity, { params: { id: rawMaterialId }, query: { exceptId }, signal }),
  };
}

/** The quantity warnings of raw materials by line key, debounced. Recorded quantities are not questioned again. */
export function useQuantityWarnings(
  lines: RunLine[],
  recorded: RunWithClaims['inputs'] = [],
): ReadonlyMap<string, Warning[]> {
  const [debounced] = useDebouncedValue(lines, WARNING_DEBOUNCE_MS);
  const typed = debounced.flatMap(({ item, ...line }) => {
    const isAsRecorded = recorded.some(
      ({ productionId, itemId, quantity }) =>
        productionId === line.productionId && itemId === item?.itemId && quantity === numberOf(line.quantity),
    );
    return item?.rawMaterialId && !isAsRecorded
      ? [{ ...line, unit: item.unit, rawMaterialId: item.rawMaterialId }]
      : [];
  });
  const queried = [...new Map(typed.map((line) => [`${line.rawMaterialId} ${line.productionId}`, line])).entries()];
  const results = useQueries({
    queries: queried.map(([, { rawMaterialId, productionId }]) => lastQuantity(rawMaterialId, productionId)),
  });
  const lasts = new Map(queried.map(([key], index) => [key, results[index]?.data?.quantity]));
  return new Map(
    typed.map(({ key, rawMaterialId, productionId, quantity, unit }) => {
      const last = lasts.get(`${rawMaterialId} ${productionId}`);
      const thousandths = toThousandths(numberOf(quantity) ?? Number.NaN);
      const isKnown = thousandths && last !== null && last !== undefined;
      return [key, isKnown ? quantityWarnings('quantity', thousandths, toThousandths(last), unit) : []];
    }),
  );
}
