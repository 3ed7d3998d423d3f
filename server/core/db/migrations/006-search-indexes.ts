/** Indexes for searches and pick lists: words in texts, and names in order. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';
import { indexWords } from './trigramIndex.ts';

/** As of this migration: other indexes are made by later ones. */
export const searchedTexts = {
  supplier: ['name', 'email', 'phone'],
  buyer: ['name', 'email', 'phone'],
  category: ['name', 'description'],
  raw_material: ['name', 'description', 'unit'],
  product: ['name', 'description', 'unit'],
};

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, [
    ...Object.entries(searchedTexts).flatMap(([table, texts]) => [
      ...indexWords(table, texts, dialect, 'lower'),
      sql`
        create index ${sql.ref(`${table}_by_name`)} on ${sql.table(table)} (lower(name), id) where deleted_at is null`,
    ]),
    // A covering index for the usage of a material, without reading the productions.
    sql`drop index production_material`,
    sql`create index production_material on production (raw_material_id, production_date) where deleted_at is null`,
    sql`drop index finished_good_order`,
    sql`create index finished_good_order on finished_good (batch_order, id) where deleted_at is null`,
  ]);
};
