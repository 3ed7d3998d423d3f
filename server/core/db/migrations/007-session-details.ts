/** Details of sessions shown to their user, and the absolute expiry of a session. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

// All columns are nullable: a server of the previous version still opens sessions without them.
export const up: MigrationSteps = async (db, { text, timestamp }) => {
  await run(db, [
    sql`alter table session add column ends_at ${timestamp}`,
    sql`alter table session add column last_seen_at ${timestamp}`,
    sql`alter table session add column user_agent ${text}`,
    sql`alter table session add column address ${text}`,
  ]);
};
