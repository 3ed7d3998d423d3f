/** Why an inward has no bill yet. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { text }) => {
  await run(db, [sql`alter table inward add column bill_follows ${text} not null default ''`]);
};
