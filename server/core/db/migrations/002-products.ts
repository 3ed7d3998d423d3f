/** Buyers and products. */
import { sql } from 'kysely';
import { most, run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { id, integer, text, timestamp, strict }) => {
  await run(db, [
    sql`
      create table buyer (
        id ${id},
        name ${text} not null check (name <> ''),
        email ${text} not null,
        gstin_number ${text} not null,
        phone ${text} not null,
        address ${text} not null,
        status ${integer} not null check (status in (0, 1)),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`
      create table product (
        id ${id},
        name ${text} not null check (name <> ''),
        description ${text} not null,
        category_id ${integer} not null references category (id),
        price ${integer} not null check (price between 0 and ${most}),
        unit ${text} not null check (unit <> ''),
        created_at ${timestamp} not null,
        updated_at ${timestamp} not null,
        deleted_at ${timestamp}
      ) ${strict}`,
    sql`create index product_category on product (category_id)`,
    sql`create index raw_material_category on raw_material (category_id)`,
  ]);
};
