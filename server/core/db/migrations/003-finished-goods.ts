/** Finished goods, by batch. */
import { sql } from 'kysely';
import { most, run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { id, integer, text, timestamp, date, strict }) => {
  await run(db, [
    sql`
      create table finished_good (
        id ${id},
        product_id ${integer} not null references product (id),
        batch_number ${text} not null check (batch_number <> ''),
        batch_key ${text} not null,
        batch_order ${text} not null,
        quantity ${integer} not null check (quantity between 1 and ${most}),
        status ${text} not null check (status in ('available', 'sold', 'expired')),
        manufacture_date ${date},
        expiry_date ${date},
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp},
        check (manufacture_date is null or expiry_date is null or manufacture_date <= expiry_date)
      ) ${strict}`,
    sql`create unique index finished_good_batch on finished_good (batch_key) where deleted_at is null`,
    sql`create index finished_good_order on finished_good (batch_order, id)`,
    sql`create index finished_good_product on finished_good (product_id)`,
  ]);
};
