import { useQueries } from '@tanstack/react-query';
import { toPaise } from '#contract/numbers.ts';
import { lastLine } from '#web/stock/lastLine.ts';
import type { RecipeLine } from './recipeDraft.ts';

/** The last prices in paise of the raw materials in lines, by the keys of the lines. */
export function useLastPrices(lines: readonly RecipeLine[]): ReadonlyMap<string, number> {
  const ids = [...new Set(lines.flatMap(({ item }) => item?.rawMaterialId ?? []))];
  const results = useQueries({ queries: ids.map((id) => lastLine(id, undefined)) });
  const prices = new Map(ids.map((id, index) => [id, toPaise(results[index]?.data?.pricePerUnit ?? Number.NaN)]));
  return new Map(
    lines.flatMap(({ key, item }) => {
      const price = prices.get(item?.rawMaterialId ?? 0);
      return price === undefined ? [] : [[key, price] as const];
    }),
  );
}
