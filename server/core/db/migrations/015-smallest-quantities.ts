/** The minimum production quantity of each raw material: 1 unit by default (docs/decisions/048). */
import { sql } from 'kysely';
import { most, run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { integer }) => {
  await run(db, [
    sql`
      alter table raw_material add column min_production_quantity ${integer} not null default 1000
      check (min_production_quantity between 1 and ${most})`,
  ]);
};
