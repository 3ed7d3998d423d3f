/** Costs of a run beyond its inputs, and how its outputs share the cost. */
import { sql } from 'kysely';
import { most, run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { integer }) => {
  const amount = (column: string) => sql`${sql.ref(column)} ${integer} not null default 0
    check (${sql.ref(column)} between 0 and ${most})`;
  const optional = (column: string) => sql`${sql.ref(column)} ${integer} check (${sql.ref(column)} >= 0)`;
  await run(db, [
    sql`alter table production_run add column ${amount('charges')}`,
    sql`alter table production_run add column ${optional('hours')}`,
    sql`alter table finished_good add column ${optional('cost_share')}`,
    sql`alter table finished_good add column ${optional('by_product_price')}`,
    sql`alter table run_loss add column ${optional('scrap_price')}`,
    sql`alter table recipe_version add column ${amount('overhead_per_run')}`,
    sql`alter table recipe_version add column ${amount('overhead_per_kg')}`,
    sql`alter table recipe_version add column ${amount('overhead_per_hour')}`,
    sql`alter table recipe_version add column ${optional('cost_share')}`,
    // Finds what was made after a day, for stock in production on it.
    sql`create index lot_made on lot (received_on) where origin = 'produced'`,
  ]);
};
