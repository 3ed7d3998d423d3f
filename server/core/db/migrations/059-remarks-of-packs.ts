/** Remarks on a pack: records that could not be printed, or why it could not be made. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, [sql`alter table inspection_pack add column remarks ${dialect.text} not null default '[]'`]);
};
