/** Items in stock, one for each raw material and each product (docs/domain.md, Items). */
import { sql } from 'kysely';
import type { AfterExpiry } from '#contract/stock/lots/afterExpiry.ts';
import type { ItemPart } from '#contract/stock/stock.ts';
import { forUpdate } from '../../core/db/locking.ts';
import { executeKeyed, insertNumbered, listed } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { moved } from './kinds.ts';
import { nameOfItem, withMasters } from '../names/itemNames.ts';

/** A locked item. */
export interface Item {
  itemId: number;
  rawMaterialId: number;
  /** Everything that ever came in, net, in thousandths. */
  inQty: number;
}

/** Locked items by the id of their raw material; a missing one has none. */
export type LockedItems = ReadonlyMap<number, Item>;

/** Creates the item of a new raw material, without stock. */
export async function openMaterialItem(trx: Trx, rawMaterialId: number, at: string): Promise<{ itemId: number }> {
  const [itemId = 0] = await insertNumbered(trx, 'item', [{ raw_material_id: rawMaterialId, updated_at: at }]);
  return { itemId };
}

/** Creates the item of a new product, without stock. */
export async function openProductItem(trx: Trx, productId: number, at: string): Promise<{ itemId: number }> {
  const [itemId = 0] = await insertNumbered(trx, 'item', [{ product_id: productId, updated_at: at }]);
  return { itemId };
}

/**
 * Locks the items of raw materials until the transaction ends. Every write of stock locks first, in the order of the
 * ids, which prevents deadlocks.
 */
export async function lockMaterials(trx: Trx, rawMaterialIds: readonly number[]): Promise<LockedItems> {
  if (rawMaterialIds.length === 0) return new Map();
  const ids = [...new Set(rawMaterialIds)];
  const { rows } = await executeKeyed(
    trx,
    `lock materials ${ids.length}`,
    ids,
    () => sql<Item>`
      select id as "itemId", raw_material_id as "rawMaterialId", ${moved('in', 'item')} as "inQty"
      from item where raw_material_id in ${listed(ids)} order by id ${forUpdate}`,
  );
  return new Map(rows.map((item) => [item.rawMaterialId, item]));
}

/** A raw material or a product. */
export interface ItemReference {
  rawMaterialId: number | null;
  productId: number | null;
}

interface ReferencedItem {
  id: number;
  raw_material_id: number | null;
  product_id: number | null;
}

function idsOf(references: readonly ItemReference[], field: keyof ItemReference): number[] {
  return references.flatMap((reference) => reference[field] ?? []);
}

function inOrder(rows: readonly ReferencedItem[], references: readonly ItemReference[]): number[] {
  const keyOf = (material: number | null, product: number | null) => `${material} ${product}`;
  const ids = new Map(rows.map((row) => [keyOf(row.raw_material_id, row.product_id), row.id]));
  return references.map(({ rawMaterialId, productId }) => ids.get(keyOf(rawMaterialId, productId)) ?? 0);
}

/** The id of each item, in order; 0 where there is no such raw material or product. Items are never deleted. */
export async function findItemIds(trx: Trx, references: readonly ItemReference[]): Promise<number[]> {
  const [materials, products] = [idsOf(references, 'rawMaterialId'), idsOf(references, 'productId')];
  if (references.length === 0) return [];
  const rows = await trx
    .selectFrom('item')
    .select(['id', 'raw_material_id', 'product_id'])
    .where((item) =>
      item.or([
        ...(materials.length > 0 ? [item('raw_material_id', 'in', materials)] : []),
        ...(products.length > 0 ? [item('product_id', 'in', products)] : []),
      ]),
    )
    .execute();
  return inOrder(rows, references);
}

/**
 * Finds items and locks them until the transaction ends, as `findItemIds` and `lockItems` do, in one statement: those of
 * references, and further ones by their ids. Returns the id of each reference, in order.
 */
export async function lockReferenced(
  trx: Trx,
  references: readonly ItemReference[],
  furtherIds: readonly number[] = [],
): Promise<number[]> {
  const requested = [
    { column: sql`raw_material_id`, name: 'materials', ids: [...new Set(idsOf(references, 'rawMaterialId'))] },
    { column: sql`product_id`, name: 'products', ids: [...new Set(idsOf(references, 'productId'))] },
    { column: sql`id`, name: 'items', ids: [...new Set(furtherIds)] },
  ].filter(({ ids }) => ids.length > 0);
  if (requested.length === 0) return [];
  const { rows } = await executeKeyed(
    trx,
    `lock referenced ${requested.map(({ name, ids }) => `${name} ${ids.length}`).join()}`,
    requested.flatMap(({ ids }) => ids),
    () => sql<ReferencedItem>`
      select id, raw_material_id, product_id from item where ${sql.join(
        requested.map(({ column, ids }) => sql`${column} in ${listed(ids)}`),
        sql` or `,
      )} order by id ${forUpdate}`,
  );
  return inOrder(rows, references);
}

/**
 * Locks items until the transaction ends, in the order of their ids like all writes. Returns the total received of
 * each, net, in thousandths, by its id.
 */
export async function lockItems(trx: Trx, itemIds: readonly number[]): Promise<Map<number, number>> {
  if (itemIds.length === 0) return new Map();
  const ids = [...new Set(itemIds)];
  const { rows } = await executeKeyed(
    trx,
    `lock items ${ids.length}`,
    ids,
    () => sql<{ id: number; inQty: number }>`
      select id, ${moved('in', 'item')} as "inQty" from item where id in ${listed(ids)} order by id ${forUpdate}`,
  );
  return new Map(rows.map(({ id, inQty }) => [id, inQty]));
}

/** The names of items whose raw material or product is not deleted, by item id. */
export async function findItemNames(trx: Database | Trx, itemIds: readonly number[]): Promise<Map<number, string>> {
  const ids = [...new Set(itemIds)];
  if (ids.length === 0) return new Map();
  const { rows } = await executeKeyed(
    trx,
    `item names ${ids.length}`,
    ids,
    () => sql<{ id: number; name: string }>`
      select i.id, ${nameOfItem} as name from item i ${withMasters}
      where i.id in ${listed(ids)} and coalesce(m.deleted_at, p.deleted_at) is null`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Editable fields of an item: milligrams, thousandths of a percent, thousandths. */
interface ItemFields {
  gramsPerUnit: number | null;
  part: ItemPart;
  balanceTolerancePercent: number | null;
  /** Without it, what it allowed before. */
  maxGainPercent?: number | undefined;
  /** Without it, as before. */
  afterExpiry?: AfterExpiry | undefined;
  reorderLevel: number | null;
  batchPattern: string;
  shelfLifeDays: number | null;
  gtin: string;
}

/** Changes the editable fields of a locked item. */
export async function changeItem(trx: Trx, itemId: number, fields: ItemFields & { at: string }): Promise<void> {
  await trx
    .updateTable('item')
    .set({
      milligrams_per_unit: fields.gramsPerUnit,
      part: fields.part,
      balance_tolerance: fields.balanceTolerancePercent,
      max_gain: fields.maxGainPercent,
      after_expiry: fields.afterExpiry,
      reorder_level: fields.reorderLevel,
      batch_pattern: fields.batchPattern,
      shelf_life_days: fields.shelfLifeDays,
      gtin: fields.gtin,
      updated_at: fields.at,
    })
    .where('id', '=', itemId)
    .execute();
}
