/** Stock at the end of a day, at the cost of the lots: what there is now, less the movements since then. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { stockOnEndpoints } from '#contract/stock/lots/stockOn.ts';
import type { Engine } from '../../core/db/connect.ts';
import { inPieces, param } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { listReader, type ListSource } from '../../core/lists/listing.ts';
import { anyOf, contained, matchesByWords } from '../../core/lists/search.ts';
import { isOfSuppliers, withSupplier } from '../names/lotSuppliers.ts';
import { matchingMaterials } from '../names/materialNames.ts';
import { notedPrice } from '../origins/origins.ts';
import { priceReader, roundedPrice, valueOf, type NotedPrice } from '../origins/costs.ts';
import { nameOfItem, unitOfItem, withMasters } from '../names/itemNames.ts';
import { findInProduction, lotsInProduction, type InProduction } from './inProduction.ts';

type ItemOn = z.output<typeof stockOnEndpoints.items.answer>[number];
type LotOn = z.output<typeof stockOnEndpoints.lots.answer>[number];
type Value = z.output<typeof stockOnEndpoints.value.answer>;

/** The requested day, which later statements need. */
interface AsOn {
  asOn: string;
}
/** The quantities are those of now. */
type ItemRow = Omit<ItemOn, 'balanceQty' | 'value' | 'withoutPrice' | keyof WorthInProduction> & AsOn;
type LotRow = Omit<LotOn, 'pricePerUnit' | 'value' | keyof WorthInProduction> & NotedPrice & AsOn;

interface WorthInProduction {
  inProductionQty: number;
  inProductionValue: number;
}

const kindOf = sql`case when i.product_id is null then 'rawMaterial' else 'product' end`;
const asOnColumn = sql<string>`cast(${param('asOn')} as text) as "asOn"`;
const itemId = sql<number>`i.id`;
const lotId = sql<number>`l.id`;

/** Items by name; `withStockOn` adds their stock. */
export const itemOnList: ListSource<ItemRow> = {
  columns: sql`
    i.id as "itemId", i.raw_material_id as "rawMaterialId", i.product_id as "productId", ${nameOfItem} as name,
    ${unitOfItem} as unit, i.opening + i.received + i.produced as "inQty", i.consumed as "usedQty",
    i.dispatched as "dispatchedQty", ${asOnColumn}`,
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

const leftOn = sql<number>`cast(l.on_hand - (
  select coalesce(sum(v.quantity), 0) from movement v where v.lot_id = l.id and v.occurred_on > ${param('asOn')}) as bigint)`;

/** Lots with movements by the day, newest first; `withValueOn` adds their values. */
export const lotOnList: ListSource<LotRow> = {
  columns: sql`
    l.id as "lotId", l.item_id as "itemId", ${nameOfItem} as "itemName", ${unitOfItem} as unit, l.code,
    s.id as "supplierId", s.name as "supplierName", l.received_on as "madeOrReceivedOn", l.expires_on as "expiresOn",
    l.state, ${leftOn} as "onHandQty", ${notedPrice} as price, ${asOnColumn}`,
  from: sql`
    lot l left join item i on i.id = l.item_id ${withMasters} ${withSupplier}`,
  where: sql`l.deleted_at is null`,
  filters: {
    asOn: sql`exists (select 1 from movement v where v.lot_id = l.id and v.occurred_on <= ${param('asOn')})`,
    kind: sql`${kindOf} = ${param('kind')}`,
    hasStock: sql`
      case when ${leftOn} = 0 and l.id not in (${lotsInProduction(param('asOn'))}) then 'false' else 'true' end
        = ${param('hasStock')}`,
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

/** A lot of which something was left on a day, or that moved since; quantities of its movements since then. */
interface LotSince extends NotedPrice {
  itemId: number;
  leftQty: number;
  inQty: number;
  usedQty: number;
  dispatchedQty: number;
}

/** Lots of some items, apart from those that were empty on the day and still are. */
async function findLots(trx: Trx, itemIds: readonly number[], asOn: string): Promise<LotSince[]> {
  return await inPieces(
    trx,
    'lots since a day',
    itemIds,
    (chunk) => sql<LotSince>`
      select l.id as "lotId", l.*, ${notedPrice} as price
      from (
        select b.item_id as "itemId", b.id, b.origin, cast(b.on_hand - coalesce(sum(v.quantity), 0) as bigint) as "leftQty",
          cast(sum(case when v.kind in ('opening', 'received', 'produced') then v.quantity else 0 end) as bigint) as "inQty",
          cast(sum(case when v.kind = 'consumed' then -v.quantity else 0 end) as bigint) as "usedQty",
          cast(sum(case when v.kind = 'dispatched' then -v.quantity else 0 end) as bigint) as "dispatchedQty"
        from (select id, item_id, on_hand, origin from lot where item_id in ${chunk} and deleted_at is null) b
          left join movement v on v.lot_id = b.id and v.occurred_on > ${asOn}
        group by b.item_id, b.id, b.on_hand, b.origin
        having b.on_hand <> coalesce(sum(v.quantity), 0) or count(v.quantity) > 0) l
      left join inward_line n on n.lot_id = l.id`,
    [asOn],
  );
}

/** Sums what is in production; unknown values count nothing. */
function sumInProduction(parts: readonly (InProduction | undefined)[]): WorthInProduction {
  const known = parts.filter((each) => each !== undefined);
  return {
    inProductionQty: known.reduce((sum, { quantity }) => sum + quantity, 0),
    inProductionValue: known.reduce((sum, { value }) => sum + (value ?? 0), 0),
  };
}

/** The rest of a lot. */
interface Left extends NotedPrice {
  leftQty: number;
}

/** Values lots, one lot after the other. */
async function valuesOf(
  trx: Trx,
  lots: readonly Left[],
): Promise<(lots: readonly Left[]) => Omit<Value, 'inProductionValue'>> {
  const isLeft = ({ leftQty }: Left) => leftQty !== 0;
  const priceOf = await priceReader(trx, lots.filter(isLeft));
  return (some) => {
    const values = some.filter(isLeft).map((lot) => valueOf(lot.leftQty, priceOf(lot)));
    const known = values.filter((value) => value !== null);
    return { value: known.reduce((sum, value) => sum + value, 0), withoutPrice: values.length - known.length };
  };
}

/** Adds the stock on the day to items, with one statement where all lots have a noted price. */
export async function withStockOn(trx: Trx, items: readonly ItemRow[]): Promise<ItemOn[]> {
  const [first] = items;
  if (!first) return [];
  const ids = items.map((item) => item.itemId);
  const lots = await findLots(trx, ids, first.asOn);
  const valueOfLots = await valuesOf(trx, lots);
  const ofItems = Map.groupBy(lots, (lot) => lot.itemId);
  const inProduction = Map.groupBy((await findInProduction(trx, first.asOn, ids)).values(), (lot) => lot.itemId);
  return items.map(({ asOn: _, ...item }) => {
    const own = ofItems.get(item.itemId) ?? [];
    const since = (part: 'inQty' | 'usedQty' | 'dispatchedQty') => own.reduce((sum, lot) => sum + lot[part], 0);
    return {
      ...item,
      inQty: item.inQty - since('inQty'),
      usedQty: item.usedQty - since('usedQty'),
      dispatchedQty: item.dispatchedQty - since('dispatchedQty'),
      balanceQty: own.reduce((sum, { leftQty }) => sum + leftQty, 0),
      ...valueOfLots(own),
      ...sumInProduction(inProduction.get(item.itemId) ?? []),
    };
  });
}

/** Adds prices and values on the day to lots. */
export async function withValueOn(trx: Trx, lots: readonly LotRow[]): Promise<LotOn[]> {
  const [first] = lots;
  if (!first) return [];
  const priceOf = await priceReader(trx, lots);
  const itemIds = [...new Set(lots.map((lot) => lot.itemId))];
  const inProduction = await findInProduction(trx, first.asOn, itemIds);
  return lots.map(({ price: noted, asOn: _, ...lot }) => {
    const price = priceOf({ ...lot, price: noted });
    const { quantity = 0, value = 0 } = inProduction.get(lot.lotId) ?? {};
    const beside = { inProductionQty: quantity, inProductionValue: value };
    return { ...lot, pricePerUnit: roundedPrice(price), value: valueOf(lot.onHandQty, price), ...beside };
  });
}

/** Reads the value of a list's stock on a day. */
export function valueReader(
  engine: Engine,
): (query: z.output<typeof stockOnEndpoints.value.query>, snapshot: Trx) => Promise<Value> {
  const readItems = listReader(engine, itemOnList).rows(sql<{ itemId: number }>`i.id as "itemId"`);
  const readLots = listReader(engine, lotOnList).rows(
    sql<Left>`l.id as "lotId", ${leftOn} as "leftQty", ${notedPrice} as price`,
  );
  return async ({ list, ...query }, snapshot) => {
    const items = list === 'items' ? await readItems(query, snapshot) : [];
    const ids = items.map((item) => item.itemId);
    const lots = list === 'items' ? await findLots(snapshot, ids, query.asOn) : await readLots(query, snapshot);
    const itemIds = new Set(ids);
    const lotIds = new Set(lots.map((lot) => lot.lotId));
    const inProduction = [...(await findInProduction(snapshot, query.asOn)).values()].filter((each) =>
      list === 'items' ? itemIds.has(each.itemId) : lotIds.has(each.lotId),
    );
    const { inProductionValue } = sumInProduction(inProduction);
    return { ...(await valuesOf(snapshot, lots))(lots), inProductionValue };
  };
}
