/** Stock at the end of a day: the movements until then, at the cost of the lots. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { stockOnEndpoints } from '#contract/stock/stockOn.ts';
import type { Store } from '../../core/db/connect.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { inPieces, listed, param } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { listReader, type ListSource } from '../../core/lists/listing.ts';
import { anyOf, contained, matchesByWords } from '../../core/lists/search.ts';
import { isOfSuppliers, withSupplier } from '../ledger/lotSuppliers.ts';
import { matchingMaterials } from '../ledger/materialNames.ts';
import { findOrigins } from '../origins/origins.ts';
import { pricesOf, roundedPrice, valueOf } from '../origins/costs.ts';
import type { Fraction } from '../origins/fractions.ts';
import { nameOfItem, unitOfItem, withMasters } from '../ledger/itemNames.ts';

type ItemOn = z.output<typeof stockOnEndpoints.items.answer>[number];
type LotOn = z.output<typeof stockOnEndpoints.lots.answer>[number];
type Value = z.output<typeof stockOnEndpoints.value.answer>;

/** The requested day, which later statements need. */
interface AsOn {
  asOn: string;
}
type ItemRow = Pick<ItemOn, 'itemId' | 'rawMaterialId' | 'productId' | 'name' | 'unit'> & AsOn;
type LotRow = Omit<LotOn, 'onHandQty' | 'pricePerUnit' | 'value'> & AsOn;

const kindOf = sql`case when i.product_id is null then 'rawMaterial' else 'product' end`;
const asOnColumn = sql<string>`cast(${param('asOn')} as text) as "asOn"`;
const itemId = sql<number>`i.id`;
const lotId = sql<number>`l.id`;

/** Items by name; `withStockOn` adds their stock. */
export const itemOnList: ListSource<ItemRow> = {
  columns: sql`
    i.id as "itemId", i.raw_material_id as "rawMaterialId", i.product_id as "productId", ${nameOfItem} as name,
    ${unitOfItem} as unit, ${asOnColumn}`,
  from: sql`item i ${withMasters}`,
  where: sql`coalesce(m.deleted_at, p.deleted_at) is null`,
  filters: {
    asOn: sql`cast(${param('asOn')} as text) <> ''`,
    kind: sql`${kindOf} = ${param('kind')}`,
  },
  matches: (term) =>
    anyOf(
      sql`i.raw_material_id in (${matchingMaterials(term)})`,
      sql`i.product_id in (select id from product where ${matchesByWords(term, 'product_words', 'id', ['name'])})`,
    ),
  sort: { name: sql`lower(${nameOfItem})`, itemId },
  defaultSort: { by: 'name', order: 'asc' },
  id: itemId,
};

const leftOn = sql`(
  select coalesce(sum(v.quantity), 0) from movement v where v.lot_id = l.id and v.occurred_on <= ${param('asOn')})`;

/** Lots with movements by the day, newest first; `withLeftOn` adds the remaining quantities. */
export const lotOnList: ListSource<LotRow> = {
  columns: sql`
    l.id as "lotId", l.item_id as "itemId", ${nameOfItem} as "itemName", ${unitOfItem} as unit, l.code,
    s.id as "supplierId", s.name as "supplierName", l.received_on as "madeOrReceivedOn", l.expires_on as "expiresOn",
    l.state, ${asOnColumn}`,
  from: sql`
    lot l left join item i on i.id = l.item_id ${withMasters} ${withSupplier}`,
  where: sql`l.deleted_at is null`,
  filters: {
    asOn: sql`exists (select 1 from movement v where v.lot_id = l.id and v.occurred_on <= ${param('asOn')})`,
    kind: sql`${kindOf} = ${param('kind')}`,
    hasStock: sql`case when ${leftOn} = 0 then 'false' else 'true' end = ${param('hasStock')}`,
  },
  matches: (term) =>
    anyOf(
      contained(term, ['l.code', 'l.supplier_lot_number']),
      sql`i.raw_material_id in (${matchingMaterials(term)})`,
      sql`i.product_id in (select id from product where ${matchesByWords(term, 'product_words', 'id', ['name'])})`,
      isOfSuppliers(sql`(select id from supplier where ${matchesByWords(term, 'supplier_words', 'id', ['name'])})`),
    ),
  sort: {
    lotId,
    itemName: sql`lower(${nameOfItem})`,
    code: sql`l.code_order`,
    madeOrReceivedOn: sql`l.received_on`,
    expiresOn: sql`l.use_by`,
  },
  defaultSort: { by: 'lotId', order: 'desc' },
  id: lotId,
};

interface LotSums {
  itemId: number;
  lotId: number;
  inQty: number;
  usedQty: number;
  dispatchedQty: number;
  leftQty: number;
}

/** Sums of movements in each lot of some items. */
async function findLotSums(trx: Trx, itemIds: readonly number[], asOn: string): Promise<LotSums[]> {
  return await inPieces(
    trx,
    'sums of lots on a day',
    itemIds,
    (some) => sql<LotSums>`
    select l.item_id as "itemId", l.id as "lotId", cast(sum(v.quantity) as bigint) as "leftQty",
      cast(sum(case when v.kind in ('opening', 'received', 'produced') then v.quantity else 0 end) as bigint) as "inQty",
      cast(sum(case when v.kind = 'consumed' then -v.quantity else 0 end) as bigint) as "usedQty",
      cast(sum(case when v.kind = 'dispatched' then -v.quantity else 0 end) as bigint) as "dispatchedQty"
    from lot l join movement v on v.lot_id = l.id
    where l.item_id in ${some} and l.deleted_at is null and v.occurred_on <= ${asOn}
    group by l.item_id, l.id`,
    [asOn],
  );
}

/** The prices of those lots of which something was left. */
async function findPrices(trx: Trx, lots: readonly { lotId: number; leftQty: number }[]) {
  const left = lots.filter(({ leftQty }) => leftQty !== 0).map((lot) => lot.lotId);
  return pricesOf(await findOrigins(trx, left));
}

/** The value of lots, and the number of lots without a price. */
function worthOf(
  lots: readonly { lotId: number; leftQty: number }[],
  prices: ReadonlyMap<number, Fraction | undefined>,
): Value {
  let value = 0;
  let withoutPrice = 0;
  for (const { lotId: id, leftQty } of lots) {
    if (leftQty === 0) continue;
    const worth = valueOf(leftQty, prices.get(id));
    if (worth === null) withoutPrice += 1;
    else value += worth;
  }
  return { value, withoutPrice };
}

/** Adds stock on the day to items, with few statements for all of them. */
export async function withStockOn(trx: Trx, items: readonly ItemRow[]): Promise<ItemOn[]> {
  const [first] = items;
  if (!first) return [];
  const sums = await findLotSums(
    trx,
    items.map((item) => item.itemId),
    first.asOn,
  );
  const prices = await findPrices(trx, sums);
  const ofItems = Map.groupBy(sums, (lot) => lot.itemId);
  return items.map(({ asOn: _, ...item }) => {
    const lots = ofItems.get(item.itemId) ?? [];
    const sum = (part: 'inQty' | 'usedQty' | 'dispatchedQty' | 'leftQty') =>
      lots.reduce((total, lot) => total + lot[part], 0);
    return {
      ...item,
      inQty: sum('inQty'),
      usedQty: sum('usedQty'),
      dispatchedQty: sum('dispatchedQty'),
      balanceQty: sum('leftQty'),
      ...worthOf(lots, prices),
    };
  });
}

/** Adds the remaining quantity on the day to lots. */
export async function withLeftOn(trx: Trx, lots: readonly LotRow[]): Promise<LotOn[]> {
  const [first] = lots;
  if (!first) return [];
  const { rows } = await sql<{ lotId: number; leftQty: number }>`
    select lot_id as "lotId", cast(sum(quantity) as bigint) as "leftQty" from movement
    where lot_id in ${listed(lots.map((lot) => lot.lotId))} and occurred_on <= ${first.asOn} group by lot_id`.execute(
    trx,
  );
  const left = new Map(rows.map((row) => [row.lotId, row.leftQty]));
  const prices = pricesOf(
    await findOrigins(
      trx,
      lots.map((lot) => lot.lotId),
    ),
  );
  return lots.map(({ asOn: _, ...lot }) => {
    const onHandQty = left.get(lot.lotId) ?? 0;
    const price = prices.get(lot.lotId);
    return { ...lot, onHandQty, pricePerUnit: roundedPrice(price), value: valueOf(onHandQty, price) };
  });
}

/** Reads the value of a list's stock on a day. */
export function valueReader(store: Store): (query: z.output<typeof stockOnEndpoints.value.query>) => Promise<Value> {
  const readItems = listReader(store, itemOnList).rows(sql<{ itemId: number }>`i.id as "itemId"`);
  const readLots = listReader(store, lotOnList).rows(
    sql<{ lotId: number; leftQty: number }>`l.id as "lotId", cast(${leftOn} as bigint) as "leftQty"`,
  );
  return async ({ list, ...query }) =>
    await readSnapshot(store.searches, async (snapshot) => {
      const items = list === 'items' ? await readItems(query, snapshot) : [];
      const ids = items.map((item) => item.itemId);
      const lots = list === 'items' ? await findLotSums(snapshot, ids, query.asOn) : await readLots(query, snapshot);
      return worthOf(lots, await findPrices(snapshot, lots));
    });
}
