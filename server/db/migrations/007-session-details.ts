/** What a person is told of their sessions, and the day on which a session ends however much it is used. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

// Every column may be empty: a server of the version before goes on opening sessions without them.
export const up: MigrationSteps = async (db, { text, timestamp }) => {
  await run(db, [
    sql`alter table session add column ends_at ${timestamp}`,
    sql`alter table session add column last_seen_at ${timestamp}`,
    sql`alter table session add column user_agent ${text}`,
    sql`alter table session add column address ${text}`,
  ]);
};
