/** Raw materials and products by their names, for sheets that name them. */
import { nameKey } from '#contract/core/values/names.ts';
import { unitKey, unitRatio } from '#contract/stock/items/units.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { SheetRow } from '../documents/importing.ts';

export interface NamedItem {
  itemId: number;
  rawMaterialId: number | null;
  productId: number | null;
  name: string;
  unit: string;
}

/** Whether a unit is another one than the item's; kg and Kgs are the same. */
export function isOtherUnit(unit: string | number | undefined, item: Pick<NamedItem, 'unit'>): boolean {
  return unit !== undefined && unitKey(String(unit)) !== unitKey(item.unit);
}

/** The items that a row may mean by a name: of several with that name, those in the unit of the row, or in one of its kind. */
export function itemsMeant(
  items: ReadonlyMap<string, readonly NamedItem[]>,
  name: string,
  { values, units }: SheetRow,
): readonly NamedItem[] {
  const called = items.get(nameKey(name)) ?? [];
  const unit = values['unit'] ?? units['quantity'];
  if (unit === undefined) return called;
  const inUnit = called.filter((item) => !isOtherUnit(unit, item));
  const alike = called.filter((item) => unitRatio(String(unit), item.unit) !== undefined);
  return [inUnit, alike, called].find((some) => some.length > 0) ?? called;
}

/** Every raw material and product that is not deleted, by the key of its name. */
export async function findItemsByName(trx: Trx): Promise<Map<string, NamedItem[]>> {
  const materials = await trx
    .selectFrom('item as i')
    .innerJoin('raw_material as m', 'm.id', 'i.raw_material_id')
    .select(['i.id as itemId', 'm.id as rawMaterialId', 'm.name', 'm.unit'])
    .where('m.deleted_at', 'is', null)
    .execute();
  const products = await trx
    .selectFrom('item as i')
    .innerJoin('product as p', 'p.id', 'i.product_id')
    .select(['i.id as itemId', 'p.id as productId', 'p.name', 'p.unit'])
    .where('p.deleted_at', 'is', null)
    .execute();
  const all: NamedItem[] = [
    ...materials.map((each) => ({ ...each, productId: null })),
    ...products.map((each) => ({ ...each, rawMaterialId: null })),
  ];
  return Map.groupBy(all, ({ name }) => nameKey(name));
}
