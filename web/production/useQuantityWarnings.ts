import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { toThousandths } from '#contract/numbers.ts';
import { productionEndpoints } from '#contract/production.ts';
import { quantityWarnings } from '#contract/warningRules.ts';
import type { Warning } from '#contract/warnings.ts';
import { call } from '#web/api/client.ts';
import { WARNING_DEBOUNCE_MS } from '#web/form/FieldWarning.tsx';
import { numberOf } from '#web/form/numberOf.ts';
import { materialsOf, type ProductionLine } from './productionDraft.ts';

/** The quantity of the material's latest production, except the edited one. */
function lastQuantity(rawMaterialId: number, exceptId: number | undefined) {
  return {
    queryKey: [productionEndpoints.lastQuantity.path, rawMaterialId, exceptId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(productionEndpoints.lastQuantity, { params: { id: rawMaterialId }, query: { exceptId }, signal }),
  };
}

/** The quantity warnings by line key, debounced. */
export function useQuantityWarnings(lines: ProductionLine[], exceptId?: number): ReadonlyMap<string, Warning[]> {
  const [debounced] = useDebouncedValue(lines, WARNING_DEBOUNCE_MS);
  const materials = materialsOf(debounced);
  const results = useQueries({ queries: materials.map(({ rawMaterialId }) => lastQuantity(rawMaterialId, exceptId)) });
  const lasts = new Map(materials.map(({ rawMaterialId }, index) => [rawMaterialId, results[index]?.data?.quantity]));
  return new Map(
    debounced.map(({ key, rawMaterialId: material, quantity }) => {
      const typed = toThousandths(numberOf(quantity) ?? Number.NaN);
      const last = material && lasts.get(material.rawMaterialId);
      const isKnown = typed && last !== null && last !== undefined;
      return [key, isKnown ? quantityWarnings('quantity', typed, toThousandths(last), material?.unit ?? '') : []];
    }),
  );
}
