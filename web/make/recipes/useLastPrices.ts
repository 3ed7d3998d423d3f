import { queryOptions, useQueries } from '@tanstack/react-query';
import { lotEndpoints, NEWEST_LOTS } from '#contract/stock/lots/lots.ts';
import { toPaise } from '#contract/core/values/numbers.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import { lastLine } from '#web/buy/inward/lines/lastLine.ts';
import type { RecipeLine } from './recipeDefinition.ts';

/** Unit cost of a product's newest lot with a known cost, in rupees. */
const newestCost = (itemId: number) =>
  queryOptions({
    ...listQueryOf(lotEndpoints.list, {
      query: { itemId, page: 1, pageSize: NEWEST_LOTS, sort: 'lotId', order: 'desc' },
    }),
    select: ({ rows }) => rows.find(({ pricePerUnit }) => pricePerUnit !== null)?.pricePerUnit,
  });

/** The last prices of raw materials and the costs of products, in paise, by the keys of the lines that have them. */
export function useLastPrices(lines: readonly RecipeLine[]): ReadonlyMap<string, number> {
  const materialIds = [...new Set(lines.flatMap(({ item }) => item?.rawMaterialId ?? []))];
  const productItemIds = [
    ...new Set(lines.flatMap(({ item }) => (item && item.productId !== null ? [item.itemId] : []))),
  ];
  const materialResults = useQueries({ queries: materialIds.map((id) => lastLine(id)) });
  const productResults = useQueries({ queries: productItemIds.map(newestCost) });
  const paiseOf = (price: number | null | undefined) => toPaise(price ?? Number.NaN);
  const byMaterial = new Map(materialIds.map((id, index) => [id, paiseOf(materialResults[index]?.data?.pricePerUnit)]));
  const byItem = new Map(productItemIds.map((id, index) => [id, paiseOf(productResults[index]?.data)]));
  return new Map(
    lines.flatMap(({ key, item }) => {
      const price = byMaterial.get(item?.rawMaterialId ?? 0) ?? byItem.get(item?.itemId ?? 0);
      return price === undefined ? [] : [[key, price] as const];
    }),
  );
}
