/** The GTIN of a product, which labels carry. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { text }) => {
  await run(db, [sql`alter table item add column gtin ${text} not null default ''`]);
};
