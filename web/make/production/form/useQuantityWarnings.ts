import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { toThousandths } from '#contract/core/values/numbers.ts';
import { productionEndpoints } from '#contract/make/production.ts';
import { quantityWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { RunWithClaims } from '#contract/make/runs.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { WARNING_DEBOUNCE_MS } from '#web/core/form/fields/FieldWarning.tsx';
import { numberOf, typedThousandths } from '#web/core/form/fields/numberOf.ts';
import type { InputValues } from '../runValues.ts';

/** The quantity of the material's latest production, except the edited one. */
const lastQuantity = (rawMaterialId: number, exceptId: number | undefined) =>
  queryOf(productionEndpoints.lastQuantity, { params: { id: rawMaterialId }, query: { exceptId } });

/** The quantity warnings of raw materials by the key of their input, debounced. Recorded quantities get none. */
export function useQuantityWarnings(
  inputs: readonly InputValues[],
  recorded: RunWithClaims['inputs'] = [],
): ReadonlyMap<string, Warning[]> {
  const [debounced] = useDebouncedValue(inputs, WARNING_DEBOUNCE_MS);
  const comparedInputs = debounced.flatMap(({ item, ...input }) => {
    const isAsRecorded = recorded.some(
      ({ productionId, itemId, quantity }) =>
        productionId === input.productionId && itemId === item?.itemId && quantity === numberOf(input.quantity),
    );
    return item?.rawMaterialId && !isAsRecorded
      ? [{ ...input, unit: item.unit, rawMaterialId: item.rawMaterialId }]
      : [];
  });
  // A query for each material and production, however many inputs have them.
  const queryKeyOf = ({ rawMaterialId, productionId }: (typeof comparedInputs)[number]) =>
    `${rawMaterialId} ${productionId}`;
  const inputsByQuery = [...new Map(comparedInputs.map((input) => [queryKeyOf(input), input])).entries()];
  const results = useQueries({
    queries: inputsByQuery.map(([, { rawMaterialId, productionId }]) => lastQuantity(rawMaterialId, productionId)),
  });
  const lastQuantities = new Map(inputsByQuery.map(([key], index) => [key, results[index]?.data?.quantity]));
  return new Map(
    comparedInputs.map((input) => {
      const last = lastQuantities.get(queryKeyOf(input));
      const quantity = typedThousandths(input.quantity);
      const isComparable = quantity && last !== null && last !== undefined;
      return [input.key, isComparable ? quantityWarnings('quantity', quantity, toThousandths(last), input.unit) : []];
    }),
  );
}
