/** Markets of what a recipe would make today, of the lots that its run would take (docs/domain.md, Claims under schemes). */
import { sql } from 'kysely';
import { inputQuantityOf, recipeTexts } from '#contract/make/recipes.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { allocateFrom, findOpenLots } from '../../stock/ledger/allocation.ts';
import { findPlannedMarkets, forNoMarket, type MarketAccess } from '../../stock/lots/markets.ts';
import type { PlannedItem } from '../../stock/origins/plannedRun.ts';
import { findRecipe } from './queries.ts';

/** Items by id, and the one of a product. */
async function findItems(trx: Trx, itemIds: readonly number[], productId: number) {
  const rows = await inPieces(
    trx,
    'items of a recipe',
    itemIds,
    (chunk) => sql<PlannedItem>`select id as "itemId", part, weight as milligrams from item where id in ${chunk}`,
  );
  const { rows: made } = await sql<PlannedItem>`
    select id as "itemId", part, weight as milligrams from item where product_id = ${productId}`.execute(trx);
  return { items: new Map(rows.map((item) => [item.itemId, item])), made: made[0] };
}

/**
 * The markets of one batch by the newest version of a recipe, as if it was made on a day of the lots that a run takes by
 * itself. Without enough of an ingredient in stock nobody may buy it, and the reasons say what is missing. Undefined if
 * there is no such recipe.
 */
export async function findRecipeMarkets(trx: Trx, recipeId: number, day: string): Promise<MarketAccess[] | undefined> {
  const recipe = await findRecipe(trx, recipeId);
  if (!recipe) return undefined;
  const { lines, outputQuantity, productId, productName } = recipe;
  const { items, made } = await findItems(trx, [...new Set(lines.map(({ itemId }) => itemId))], productId);
  if (!made) return undefined;
  const needed = [...Map.groupBy(lines, ({ itemId }) => itemId)].flatMap(([itemId, own]) => {
    const item = items.get(itemId);
    const quantity = own.reduce(
      (sum, line) =>
        sum +
        inputQuantityOf(
          { quantity: line.quantity, plannedLoss: line.plannedLossPercent },
          outputQuantity,
          outputQuantity,
        ),
      0,
    );
    return item ? own.slice(0, 1).map(({ itemName, unit }) => ({ ...item, itemName, unit, quantity, day })) : [];
  });
  const ingredients = needed.filter(({ part }) => part === 'ingredient');
  const open = await findOpenLots(trx, ingredients);
  const taken = ingredients.map((each, index) => ({ ...each, ...allocateFrom(open[index] ?? [], each.quantity) }));
  const short = taken.filter(({ missing }) => missing > 0);
  if (short.length > 0) {
    const inWords = (quantity: number, unit: string) => formatQuantityWithUnit(fromThousandths(quantity), unit);
    return forNoMarket(
      short.map(({ itemName, unit, quantity, missing }) => ({
        text: recipeTexts.notInStock(itemName, inWords(quantity - missing, unit), inWords(quantity, unit)),
        link: null,
      })),
    );
  }
  const planned = {
    day,
    inputs: taken.flatMap(({ allocations }) => allocations),
    others: needed.filter(({ part }) => part !== 'ingredient'),
    output: { ...made, quantity: outputQuantity },
  };
  return await findPlannedMarkets(trx, planned, productName);
}
