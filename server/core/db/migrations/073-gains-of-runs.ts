/** How much more than went in may come out as an item, and why more came out of a run. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { integer, text }) => {
  await run(db, [
    sql`alter table item add column max_gain ${integer} not null default 0 check (max_gain between 0 and 100000)`,
    sql`alter table production_run add column gain_reason ${text} not null default ''`,
  ]);
};
