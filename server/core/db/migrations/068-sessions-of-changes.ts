/** The session of a change, so that a client's own earlier save is no conflict. Older events have none. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { text }) => {
  await run(db, [sql`alter table audit_event add column session_key ${text}`]);
};
