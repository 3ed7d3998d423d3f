import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { goodSort, type goodEndpoints, type goodRecord, type GoodStatus } from '#contract/make/goods.ts';
import { finishedGoods } from '#contract/kinds.ts';
import { param } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { finderOf, masterList, type MasterTable } from '../../core/records/crudQueries.ts';
import type { ListSource } from '../../core/lists/listing.ts';

export type FinishedGood = z.output<typeof goodRecord>;
type PerProduct = z.output<typeof goodEndpoints.perProduct.answer>;

/** A column of the lot of a batch. */
const ofLot = (column: string) => sql`(select ${sql.ref(`l.${column}`)} from lot l where l.id = finished_good.lot_id)`;

/**
 * The status of a batch on a day: sold once nothing is left because it was dispatched, else expired once its expiry date
 * is past (docs/domain.md, Stock figures).
 */
function statusOn(day: RawBuilder<unknown>): RawBuilder<GoodStatus> {
  return sql`
    case when (select l.dispatched > 0 and l.on_hand = 0 from lot l where l.id = finished_good.lot_id) then 'sold'
      when finished_good.status = 'expired' or finished_good.expiry_date < ${day} then 'expired'
      else 'available' end`;
}

const ofProduct = { table: 'product', via: 'product_id' } as const;

const todayParam = param('today');

/** Finished goods as they are on the day of the param `today`. */
const finishedGoodTable: MasterTable = {
  table: 'finished_good',
  idField: finishedGoods.idField,
  columns: {
    productId: 'product_id',
    batchNumber: 'batch_number',
    quantity: 'quantity',
    manufactureDate: 'manufacture_date',
    expiryDate: 'expiry_date',
    lotId: 'lot_id',
    runId: 'run_id',
  },
  readAlong: { productName: { ...ofProduct, column: 'name' }, unit: { ...ofProduct, column: 'unit' } },
  filters: {
    status: (equalsParam) => sql`${statusOn(todayParam)} ${equalsParam}`,
    productId: (equalsParam) => sql`product_id ${equalsParam}`,
    manufactureDateFrom: sql`manufacture_date >= ${param('manufactureDateFrom')}`,
    manufactureDateTo: sql`manufacture_date <= ${param('manufactureDateTo')}`,
    expiryDateFrom: sql`expiry_date >= ${param('expiryDateFrom')}`,
    expiryDateTo: sql`expiry_date <= ${param('expiryDateTo')}`,
  },
  derived: { status: statusOn(todayParam), leftQty: ofLot('on_hand') },
  search: ['batchNumber', 'productName', 'status'],
  sort: goodSort,
};

const finishedGoodById = finderOf<FinishedGood>(finishedGoodTable);

/** One finished good on a day, unless it is deleted. */
export async function findFinishedGood(db: Database | Trx, id: number, day: string): Promise<FinishedGood | undefined> {
  return await finishedGoodById(db, id, { today: day });
}

/** Finished goods by batch number, descending in natural order. */
export function finishedGoodList(today: () => string): ListSource<FinishedGood> {
  const list = masterList<FinishedGood>(finishedGoodTable);
  // An unknown date sorts first.
  const dateOrNone = (column: string) => sql`coalesce(cast(${sql.ref(column)} as text), '')`;
  return {
    ...list,
    values: () => ({ today: today() }),
    sort: {
      ...list.sort,
      batchNumber: sql`batch_order`,
      manufactureDate: dateOrNone('manufacture_date'),
      expiryDate: dateOrNone('expiry_date'),
    },
    defaultSort: { by: 'batchNumber', order: 'desc' },
  };
}

/**
 * Quantity per product with any receipt, in thousandths, by name: its stock, split by the expiry dates on a day, and
 * its sales, less returns of buyers. Opening stock and returns count like batches.
 */
export async function quantityPerProduct(db: Database, day: string): Promise<PerProduct> {
  const isExpired = sql`(g.status = 'expired' or l.use_by < ${day})`;
  const { rows } = await sql<PerProduct[number]>`
    select p.id as "productId", p.name as "productName", p.unit,
      cast(sum(case when ${isExpired} then 0 else l.on_hand end) as bigint) as available,
      cast(sum(l.dispatched - l.returned_by_buyer) as bigint) as sold,
      cast(sum(case when ${isExpired} then l.on_hand else 0 end) as bigint) as expired
    from product p join item i on i.product_id = p.id join lot l on l.item_id = i.id
      left join finished_good g on g.lot_id = l.id and g.deleted_at is null
    where l.deleted_at is null
    group by p.id, p.name, p.unit order by lower(p.name), p.id`.execute(db);
  return rows;
}
