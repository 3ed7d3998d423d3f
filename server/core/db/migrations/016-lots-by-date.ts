/** The lots of a material by date, of which a saved inward reads the latest, however many there are. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db) => {
  await run(db, [sql`create index lot_by_date on lot (raw_material_id, received_on, id)`]);
};
