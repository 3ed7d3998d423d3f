/** Indexes for sums of the dashboard: use and purchases by day, unpaid invoices, expiring lots, runs in progress. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db) => {
  await run(db, [
    sql`
      create index production_use on production (production_date, raw_material_id, quantity, deleted_at)
      where deleted_at is null`,
    sql`create index inward_day on inward (inward_date, grand_total) where deleted_at is null`,
    sql`
      create index inward_unpaid on inward (inward_date, grand_total)
      where status <> 'paid' and deleted_at is null`,
    sql`
      create index lot_expiring on lot (use_by, id)
      where on_hand > 0 and expires_on is not null and deleted_at is null`,
    sql`
      create index production_run_open on production_run (production_date)
      where status = 'in_progress' and deleted_at is null`,
  ]);
};
