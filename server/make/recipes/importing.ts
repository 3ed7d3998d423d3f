/** Recipes from spreadsheets: a row for each ingredient, those of one product are its recipe. */
import { z } from 'zod';
import { importTexts, type RowFault, type RowOutcome } from '#contract/stock/importing.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { recipeBody, recipeEndpoints, type recipeRecord } from '#contract/make/recipes.ts';
import type { Trx } from '../../core/db/tables.ts';
import { encoderOf } from '../../core/http/answers.ts';
import {
  eachRow,
  faultsOf,
  ofRow,
  type Importer,
  type ImportOptions,
  type ImportPlan,
  type SavedRecord,
  type SheetRow,
} from '../../stock/documents/importing.ts';
import {
  findItemsByName,
  isOtherUnit,
  itemsMeant,
  quantityFaults,
  type NamedItem,
} from '../../stock/ledger/itemsByName.ts';
import { recipeDocument, isSameRecipe } from './actions.ts';
import { findRecipe, type Recipe } from './queries.ts';

type Body = ReturnType<typeof recipeBody.parse>;
type Items = ReadonlyMap<string, readonly NamedItem[]>;

interface StoredData {
  items: Items;
  /** The recipes of each product, the newest first. */
  recipes: ReadonlyMap<number, readonly Recipe[]>;
}

const encode = encoderOf(recipeEndpoints.get.answer);
const textOf = ({ values }: SheetRow, field: string) => String(values[field] ?? '');

async function findRecipes(trx: Trx, productIds: readonly number[]): Promise<Map<number, Recipe[]>> {
  const byProduct = new Map<number, Recipe[]>();
  for (const productId of productIds) {
    const ids = await trx
      .selectFrom('recipe')
      .select('id')
      .where('product_id', '=', productId)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    const recipes: Recipe[] = [];
    for (const { id } of ids) {
      const recipe = await findRecipe(trx, id);
      if (recipe) recipes.push(recipe);
    }
    byProduct.set(productId, recipes);
  }
  return byProduct;
}

function productsOf(items: Items, name: string): readonly NamedItem[] {
  return (items.get(nameKey(name)) ?? []).filter(({ productId }) => productId !== null);
}

/** Faults of the fields that all rows of a recipe share. */
function unlikeFirst(row: SheetRow, first: SheetRow): RowFault[] {
  const shared = { outputQuantity: 'Output quantity', expectedYieldPercent: 'Expected yield (%)' };
  return Object.entries(shared).flatMap(([field, label]) => {
    const own = row.values[field];
    const isOther = own !== undefined && own !== first.values[field];
    return isOther ? [{ row: row.number, field, message: importTexts.otherInRecipe(label, first.number) }] : [];
  });
}

/** The items that a row may mean by its ingredient: not the product itself. */
function ingredientsOf(items: Items, row: SheetRow): readonly NamedItem[] {
  const productIds = productsOf(items, textOf(row, 'productName')).map(({ itemId }) => itemId);
  const meant = itemsMeant(items, textOf(row, 'itemName'), row);
  const others = meant.filter(({ itemId }) => !productIds.includes(itemId));
  return others.length > 0 ? others : meant;
}

/** Faults of names: of the product, and of an ingredient that is unknown or could be two things. */
function nameFaults(row: SheetRow, items: Items): RowFault[] {
  const fault = (field: string, message: string) => ({ row: row.number, field, message });
  const name = textOf(row, 'productName');
  const ingredient = textOf(row, 'itemName');
  const [item, other] = ingredientsOf(items, row);
  const products = productsOf(items, name);
  return [
    ...(name !== '' && products.length === 0 ? [fault('productName', importTexts.productUnknown(name))] : []),
    ...(products.length > 1 ? [fault('productName', importTexts.calledTwice('product', name))] : []),
    ...(name === '' ? [fault('productName', importTexts.required('Product'))] : []),
    ...(ingredient === '' ? [fault('itemName', importTexts.required('Ingredient'))] : []),
    ...(ingredient !== '' && !item ? [fault('itemName', importTexts.itemUnknown(ingredient))] : []),
    ...(other ? [fault('itemName', importTexts.calledTwice('raw material or product', ingredient))] : []),
    ...quantityFaults(row, 'quantity', item),
    ...quantityFaults(row, 'outputQuantity', products[0]),
    ...(item && isOtherUnit(row.values['unit'], item) ? [fault('unit', importTexts.otherUnit(item.unit))] : []),
  ];
}

interface Checked {
  rows: readonly SheetRow[];
  known: Recipe | undefined;
  outcome: RowOutcome;
  faults: RowFault[];
  body?: Body;
}

/** Where a recipe has an ingredient; a new one is behind the others. */
function placeIn({ lines }: Recipe, { rawMaterialId, productId }: Body['lines'][number]): number {
  const place = lines.findIndex((line) => line.rawMaterialId === rawMaterialId && line.productId === productId);
  return place < 0 ? lines.length : place;
}

/** Rows as a recipe: in the stored order of the recipe, not in that of the rows. */
function checkRecipe(rows: readonly SheetRow[], items: Items, known: Recipe | undefined): Checked {
  const [first] = rows;
  if (!first) throw new Error('a recipe without rows');
  const [product] = productsOf(items, textOf(first, 'productName'));
  const named = rows.flatMap((row) => nameFaults(row, items));
  const before: Partial<z.input<typeof recipeRecord>> = known ? Object(encode(known)) : {};
  const body = recipeBody.safeParse({
    productId: product?.productId ?? 1,
    outputQuantity: first.values['outputQuantity'] ?? before.outputQuantity,
    expectedYieldPercent: first.values['expectedYieldPercent'] ?? before.expectedYieldPercent ?? null,
    note: before.note ?? '',
    lines: rows.map((row) => {
      const [item] = ingredientsOf(items, row);
      const { rawMaterialId = 1, productId = null } = item ?? {};
      const was = before.lines?.find((line) => line.rawMaterialId === rawMaterialId && line.productId === productId);
      const { quantity, plannedLossPercent = was?.plannedLossPercent } = row.values;
      return { rawMaterialId, productId, quantity, plannedLossPercent };
    }),
  });
  const ofBody = (body.error?.issues ?? []).flatMap((issue) => {
    const index = issue.path.find((step) => typeof step === 'number') ?? 0;
    const columns = { rawMaterialId: 'itemName', productId: 'itemName' };
    return faultsOf(rows[index] ?? first, new z.ZodError([issue]), columns);
  });
  const faults = [...named, ...ofBody, ...rows.slice(1).flatMap((row) => unlikeFirst(row, first))];
  if (faults.length > 0 || !body.data) return { rows, known, outcome: 'fault', faults };
  if (known) body.data.lines.sort((one, other) => placeIn(known, one) - placeIn(known, other));
  if (known && isSameRecipe(body.data, known)) return { rows, known, outcome: 'skip', faults };
  return { rows, known, outcome: known ? 'update' : 'create', faults, body: body.data };
}

/** Rows of a product with several recipes, where each group equals one of them. */
function checkSame(rows: readonly SheetRow[], items: Items, recipes: readonly Recipe[]): Checked[] | undefined {
  // From the end: where the rows that follow are recipes, by the row that they begin at.
  const starts = new Map<number, Checked>();
  for (let start = rows.length - 1; start >= 0; start -= 1) {
    for (const recipe of recipes) {
      const end = start + recipe.lines.length;
      if (end !== rows.length && !starts.has(end)) continue;
      const checked = checkRecipe(rows.slice(start, end), items, recipe);
      if (checked.outcome !== 'skip') continue;
      starts.set(start, checked);
      break;
    }
  }
  const same: Checked[] = [];
  for (let start = 0; start < rows.length;) {
    const checked = starts.get(start);
    if (!checked) return undefined;
    same.push(checked);
    start += checked.rows.length;
  }
  return same;
}

/** The rows of one product: one recipe, or those that it has already. */
function checkProduct(
  rows: readonly SheetRow[],
  { items, recipes }: StoredData,
  { onExisting }: ImportOptions,
): Checked[] {
  const [product] = rows.flatMap((row) => productsOf(items, textOf(row, 'productName')));
  const own = recipes.get(product?.productId ?? 0) ?? [];
  const [known, other] = own;
  if (known && onExisting === 'skip') return [{ rows, known, outcome: 'skip', faults: [] }];
  if (!known || !other) return [checkRecipe(rows, items, known)];
  const same = checkSame(rows, items, own);
  if (same) return same;
  const named = rows.flatMap((row) => nameFaults(row, items));
  const message = importTexts.severalRecipes(known.productName);
  const unsure = rows.map(({ number }) => ({ row: number, field: 'productName', message }));
  return [{ rows, known, outcome: 'fault', faults: named.length > 0 ? named : unsure }];
}

async function plan(rows: readonly SheetRow[], stored: StoredData, options: ImportOptions): Promise<ImportPlan> {
  const groups = [...Map.groupBy(rows, (row) => nameKey(textOf(row, 'productName'))).values()];
  const checked: Checked[] = [];
  await eachRow(groups, (group) => checked.push(...checkProduct(group, stored, options)));
  const ofRows = new Map(checked.flatMap((each) => each.rows.map(({ number }) => [number, each] as const)));
  return {
    rows: rows.map(({ number }) => {
      const of = ofRows.get(number);
      return { outcome: of?.outcome ?? 'fault', existing: of?.known?.productName ?? null };
    }),
    faults: checked.flatMap(({ faults }) => faults),
    made: [],
    save: async (write, next) => {
      const saved: SavedRecord[] = [];
      for (const { rows: own, known, body } of checked) {
        if (!body) continue;
        const after = await ofRow(own[0]?.number ?? 0, async () => {
          if (!known) return await recipeDocument.create(write, body);
          return await recipeDocument.update(write, known.recipeId, { ...body, updatedAt: known.updatedAt });
        });
        saved.push({
          resource: 'recipes',
          recordId: after.recipeId,
          action: known ? 'update' : 'create',
          label: after.productName,
          updatedAt: after.updatedAt,
          before: known ? Object(encode(known)) : null,
        });
        await next();
      }
      return saved;
    },
  };
}

export const recipesImporter: Importer = {
  kind: 'recipes',
  table: 'recipe',
  async load(trx, rows, options) {
    const items = await findItemsByName(trx);
    const products = rows.flatMap((row) => productsOf(items, textOf(row, 'productName'))[0]?.productId ?? []);
    const recipes = await findRecipes(trx, [...new Set(products)]);
    return async () => await plan(rows, { items, recipes }, options);
  },
  async undo(write, { recordId, before }) {
    if (before) await recipeDocument.update(write, recordId, recipeBody.parse({ ...before, updatedAt: null }));
    else await recipeDocument.remove(write, recordId);
  },
};
