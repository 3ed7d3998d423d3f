import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { goodEndpoints, GoodStatus } from '#contract/goods.ts';
import { param } from '../db/statements.ts';
import type { Database } from '../db/tables.ts';
import { masterList, type MasterTable } from '../records/crudQueries.ts';
import type { ListSource } from '../lists/listing.ts';

export type Good = z.output<typeof goodEndpoints.get.answer>;
type PerProduct = z.output<typeof goodEndpoints.perProduct.answer>;

/** The status of a batch on a day: unsold is expired once its expiry date is past. */
export function statusOn(day: RawBuilder<unknown>): RawBuilder<GoodStatus> {
  return sql`case when status = 'available' and expiry_date < ${day} then 'expired' else status end`;
}

/** The same for prepared statements, with the day as a parameter. */
export const statusToday = statusOn(param('today'));

/** Finished goods by batch number, descending in natural order. */
export function goodList(goods: MasterTable, today: () => string): ListSource<Good> {
  const list = masterList<Good>(goods);
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

/** Quantity per product with finished goods, in thousandths, split by the status on a day; by name. */
export async function quantityPerProduct(db: Database, today: string): Promise<PerProduct> {
  const onDay = statusOn(sql`${today}`);
  const sumOf = (status: GoodStatus) =>
    sql<number>`cast(coalesce(sum(case when ${onDay} = ${status} then g.quantity end), 0) as bigint)`;
  return await db
    .selectFrom('finished_good as g')
    .innerJoin('product as p', 'p.id', 'g.product_id')
    .select([
      'p.id as productId',
      'p.name as productName',
      'p.unit as unit',
      sumOf('available').as('available'),
      sumOf('sold').as('sold'),
      sumOf('expired').as('expired'),
    ])
    .where('g.deleted_at', 'is', null)
    .groupBy(['p.id', 'p.name', 'p.unit'])
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .execute();
}
