/** Recipes from spreadsheets: a row for each ingredient, those of one product are its recipe. */
import { z } from 'zod';
import { recordMark } from '#contract/core/importColumns.ts';
import { importTexts, type RowFault, type RowOutcome, type RowReading } from '#contract/stock/importing.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { recipeBody, recipeEndpoints, type recipeRecord } from '#contract/make/recipes.ts';
import type { Trx } from '../../core/db/tables.ts';
import { encoderOf } from '../../core/http/answers.ts';
import type { Write } from '../../core/records/write.ts';
import {
  eachRow,
  editedKeys,
  faultsOf,
  markedIds,
  ofRow,
  outdated,
  type Importer,
  type ImportOptions,
  type ImportPlan,
  type SavedRecord,
  type SheetRow,
} from '../../stock/documents/importing.ts';
import { inItemUnit } from '../../stock/documents/itemUnits.ts';
import { findItemsByName, itemsMeant, type NamedItem } from '../../stock/names/itemsByName.ts';
import { recipeDocument, isSameRecipe } from './actions.ts';
import { findRecipe, type Recipe } from './queries.ts';

type Body = ReturnType<typeof recipeBody.parse>;
/** The item of a line, one of both. */
interface ItemOfLine {
  rawMaterialId: number | null;
  productId: number | null;
}
type Items = ReadonlyMap<string, readonly NamedItem[]>;

interface StoredData {
  items: Items;
  /** Recipes whose product was edited in an exported list, by the numbers of their rows. */
  moved: ReadonlyMap<number, Recipe>;
  /** The recipes of each product, the newest first. */
  recipes: ReadonlyMap<number, readonly Recipe[]>;
}

/** A row in the units of its ingredient and its product. */
interface RecipeRow extends SheetRow {
  unitFaults: readonly RowFault[];
  readings: readonly RowReading[];
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

const markOf = ({ recipeId, createdAt }: Recipe) => recordMark(recipeId, createdAt);

/** The recipes of rows whose product was edited in an exported list. */
async function findMoved(trx: Trx, rows: readonly SheetRow[]): Promise<Map<number, Recipe>> {
  const byMark = new Map<string, { key: string; record: Recipe }>();
  for (const id of markedIds(rows)) {
    const record = await findRecipe(trx, id);
    if (record) byMark.set(markOf(record), { key: nameKey(record.productName), record });
  }
  return editedKeys(rows, (row) => nameKey(textOf(row, 'productName')), byMark);
}

function productsOf(items: Items, name: string): readonly NamedItem[] {
  return (items.get(nameKey(name)) ?? []).filter(({ productId }) => productId !== null);
}

/** Faults of the fields that all rows of a recipe share: where a row differs from the first one. */
function sharedFieldFaults(row: SheetRow, first: SheetRow): RowFault[] {
  const shared = { outputQuantity: 'Output quantity', expectedYieldPercent: 'Expected yield (%)' };
  return Object.entries(shared).flatMap(([field, label]) => {
    const value = row.values[field];
    const isOther = value !== undefined && value !== first.values[field];
    return isOther ? [{ row: row.number, field, message: importTexts.otherInRecipe(label, first.number) }] : [];
  });
}

/** The items that a row may mean by its ingredient: not the product itself. */
function ingredientsOf(items: Items, row: SheetRow): readonly NamedItem[] {
  const productItemIds = productsOf(items, textOf(row, 'productName')).map(({ itemId }) => itemId);
  const candidates = itemsMeant(items, textOf(row, 'itemName'), row);
  const others = candidates.filter(({ itemId }) => !productItemIds.includes(itemId));
  return others.length > 0 ? others : candidates;
}

/** A row in the units of its ingredient and its product, with what could not be converted. */
function measured(row: SheetRow, items: Items, options: ImportOptions): RecipeRow {
  const [item] = ingredientsOf(items, row);
  const [product] = productsOf(items, textOf(row, 'productName'));
  const used = inItemUnit(row, item, { quantities: ['quantity'], prices: [], unit: 'unit' }, options);
  const made = inItemUnit(
    used.row,
    product,
    { quantities: ['outputQuantity'], prices: [], unit: 'outputUnit' },
    options,
  );
  return {
    ...made.row,
    unitFaults: [...used.faults, ...made.faults],
    readings: [...used.readings, ...made.readings],
  };
}

/** Faults of names: of the product, and of an ingredient that is unknown or could be two things. */
function nameFaults(row: RecipeRow, items: Items): RowFault[] {
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
    ...row.unitFaults,
  ];
}

/** The rows of a recipe, with the stored recipe of their product. */
interface CheckedRecipe {
  rows: readonly RecipeRow[];
  stored: Recipe | undefined;
  outcome: RowOutcome;
  faults: RowFault[];
  body?: Body;
}

/** The lines of a body in the stored order of their recipe: new ones take the places of those that are gone, or are behind. */
function inStoredOrder(lines: Body['lines'], stored: Recipe): Body['lines'] {
  const isOf = (one: ItemOfLine, other: ItemOfLine) =>
    one.rawMaterialId === other.rawMaterialId && one.productId === other.productId;
  const open = [...lines];
  const take = (isTaken: (line: ItemOfLine) => boolean) => {
    const at = open.findIndex(isTaken);
    return at < 0 ? [] : open.splice(at, 1);
  };
  const kept = stored.lines.map((each) => take((line) => isOf(each, line)));
  const isNew = (line: ItemOfLine) => !stored.lines.some((each) => isOf(each, line));
  return [...kept.flatMap((own) => (own.length > 0 ? own : take(isNew))), ...open];
}

/** Stands for a name without a record, whose fault is reported by its name: an id that no record has. */
const UNKNOWN_ID = Number.MAX_SAFE_INTEGER;

/** The body of a recipe from its rows; cells that they lack are as stored. */
function parseBody(rows: readonly RecipeRow[], items: Items, stored: Recipe | undefined) {
  const first = entryAt(rows, 0);
  const [product] = productsOf(items, textOf(first, 'productName'));
  const before: Partial<z.input<typeof recipeRecord>> = stored ? Object(encode(stored)) : {};
  return recipeBody.safeParse({
    productId: product?.productId ?? UNKNOWN_ID,
    outputQuantity: first.values['outputQuantity'] ?? before.outputQuantity,
    expectedYieldPercent: first.values['expectedYieldPercent'] ?? before.expectedYieldPercent ?? null,
    note: before.note ?? '',
    lines: rows.map((row) => {
      const [item] = ingredientsOf(items, row);
      const { rawMaterialId = UNKNOWN_ID, productId = null } = item ?? {};
      const line = before.lines?.find((each) => each.rawMaterialId === rawMaterialId && each.productId === productId);
      const { quantity, plannedLossPercent = line?.plannedLossPercent } = row.values;
      return { rawMaterialId, productId, quantity, plannedLossPercent };
    }),
  });
}

/** Faults of a recipe's body, each at the row of its ingredient; those of the recipe as a whole at the first row. */
function bodyFaults(rows: readonly RecipeRow[], { error }: ReturnType<typeof parseBody>): RowFault[] {
  const columns = { rawMaterialId: 'itemName', productId: 'itemName' };
  return (error?.issues ?? []).flatMap((issue) => {
    const index = issue.path.find((step) => typeof step === 'number') ?? 0;
    return faultsOf(rows[index] ?? entryAt(rows, 0), new z.ZodError([issue]), columns);
  });
}

/** Rows as a recipe: in the stored order of the recipe, not in that of the rows. */
function checkRecipe(rows: readonly RecipeRow[], items: Items, stored: Recipe | undefined): CheckedRecipe {
  const first = entryAt(rows, 0);
  const body = parseBody(rows, items, stored);
  const faults = [
    ...rows.flatMap((row) => nameFaults(row, items)),
    ...bodyFaults(rows, body),
    ...rows.slice(1).flatMap((row) => sharedFieldFaults(row, first)),
  ];
  if (faults.length > 0 || !body.data) return { rows, stored, outcome: 'fault', faults };
  if (stored) body.data.lines = inStoredOrder(body.data.lines, stored);
  if (stored?.productId === body.data.productId && isSameRecipe(body.data, stored))
    return { rows, stored, outcome: 'skip', faults };
  return { rows, stored, outcome: stored ? 'update' : 'create', faults, body: body.data };
}

/** The rows of a product with several recipes, if they are some of these one after the other; else undefined. */
function findSameRecipes(
  rows: readonly RecipeRow[],
  items: Items,
  recipes: readonly Recipe[],
): CheckedRecipe[] | undefined {
  // From the end: the recipe that begins at a row, where recipes alone follow it.
  const starts = new Map<number, CheckedRecipe>();
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
  const same: CheckedRecipe[] = [];
  for (let start = 0; start < rows.length;) {
    const checked = starts.get(start);
    if (!checked) return undefined;
    same.push(checked);
    start += checked.rows.length;
  }
  return same;
}

/** The rows of a recipe whose product was edited in an exported list, in all of them; undefined for others. */
function checkMoved(rows: readonly RecipeRow[], { items, recipes, moved }: StoredData): CheckedRecipe[] | undefined {
  const [recipe] = rows.flatMap(({ number }) => moved.get(number) ?? []);
  if (!recipe) return undefined;
  const [product] = rows.flatMap((row) => productsOf(items, textOf(row, 'productName')));
  const isFree = (recipes.get(product?.productId ?? 0) ?? []).length === 0;
  if (isFree && rows.every(({ number }) => moved.get(number) === recipe)) return [checkRecipe(rows, items, recipe)];
  const message = importTexts.otherRecipe(recipe.productName);
  const others = rows.filter(({ number }) => moved.has(number));
  const faults = others.map(({ number }) => ({ row: number, field: 'productName', message }));
  return [{ rows, stored: recipe, outcome: 'fault', faults }];
}

/** The recipes of a product with several, where each row was exported of one of them; else undefined. */
function checkMarked(
  rows: readonly RecipeRow[],
  items: Items,
  recipes: readonly Recipe[],
): CheckedRecipe[] | undefined {
  const byMark = new Map(recipes.map((recipe) => [markOf(recipe), recipe]));
  const byRecipe = Map.groupBy(rows, ({ record = '' }) => byMark.get(record));
  return byRecipe.has(undefined) ? undefined : [...byRecipe].map(([recipe, own]) => checkRecipe(own, items, recipe));
}

/** A recipe that was changed after its rows were exported is asked about, or left as it is. */
function withoutOutdated(checked: CheckedRecipe, options: ImportOptions): CheckedRecipe {
  const { rows, stored, outcome } = checked;
  if (!stored || outcome !== 'update') return checked;
  const record = { mark: markOf(stored), updatedAt: stored.updatedAt, name: stored.productName };
  const later = rows.map((row) => outdated(row, record, options)).filter((each) => each !== undefined);
  if (later.length === 0) return checked;
  const faults = later.filter((each) => each !== 'skip');
  return { rows, stored, outcome: faults.length > 0 ? 'fault' : 'skip', faults };
}

/** The rows of one product: one recipe, or those that it has already. */
function checkProduct(rows: readonly RecipeRow[], data: StoredData, { onExisting }: ImportOptions): CheckedRecipe[] {
  const { items, recipes } = data;
  const [product] = rows.flatMap((row) => productsOf(items, textOf(row, 'productName')));
  const storedRecipes = recipes.get(product?.productId ?? 0) ?? [];
  const [stored, other] = storedRecipes;
  if (stored && onExisting === 'skip') return [{ rows, stored, outcome: 'skip', faults: [] }];
  const moved = onExisting === 'update' ? checkMoved(rows, data) : undefined;
  if (moved) return moved;
  if (!stored || !other) return [checkRecipe(rows, items, stored)];
  const same = findSameRecipes(rows, items, storedRecipes) ?? checkMarked(rows, items, storedRecipes);
  if (same) return same;
  const faultyNames = rows.flatMap((row) => nameFaults(row, items));
  const message = importTexts.severalRecipes(stored.productName);
  const ambiguous = rows.map(({ number }) => ({ row: number, field: 'productName', message }));
  return [{ rows, stored, outcome: 'fault', faults: faultyNames.length > 0 ? faultyNames : ambiguous }];
}

/** Creates or changes the recipe of rows. */
async function saveRecipe(write: Write, { rows, stored }: CheckedRecipe, body: Body): Promise<SavedRecord> {
  const saved = await ofRow(entryAt(rows, 0).number, async () => {
    if (!stored) return await recipeDocument.create(write, body);
    return await recipeDocument.update(write, stored.recipeId, { ...body, updatedAt: stored.updatedAt });
  });
  return {
    resource: 'recipes',
    recordId: saved.recipeId,
    action: stored ? 'update' : 'create',
    label: saved.productName,
    updatedAt: saved.updatedAt,
    before: stored ? Object(encode(stored)) : null,
  };
}

async function plan(written: readonly SheetRow[], data: StoredData, options: ImportOptions): Promise<ImportPlan> {
  const rows = written.map((row) => measured(row, data.items, options));
  const rowsByProduct = [...Map.groupBy(rows, (row) => nameKey(textOf(row, 'productName'))).values()];
  const checked: CheckedRecipe[] = [];
  await eachRow(rowsByProduct, (rowsOfProduct) =>
    checked.push(...checkProduct(rowsOfProduct, data, options).map((recipe) => withoutOutdated(recipe, options))),
  );
  const byRow = new Map(checked.flatMap((recipe) => recipe.rows.map(({ number }) => [number, recipe] as const)));
  return {
    rows: rows.map(({ number }) => {
      const recipe = byRow.get(number);
      return { outcome: recipe?.outcome ?? 'fault', existing: recipe?.stored?.productName ?? null };
    }),
    faults: checked.flatMap(({ faults }) => faults),
    readings: rows.flatMap(({ readings }) => readings),
    made: [],
    save: async (write, next) => {
      const saved: SavedRecord[] = [];
      for (const recipe of checked) {
        if (!recipe.body) continue;
        saved.push(await saveRecipe(write, recipe, recipe.body));
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
    const moved = await findMoved(trx, rows);
    return async () => await plan(rows, { items, recipes, moved }, options);
  },
  async undo(write, { recordId, before }) {
    if (before) await recipeDocument.update(write, recordId, recipeBody.parse({ ...before, updatedAt: null }));
    else await recipeDocument.remove(write, recordId);
  },
};
