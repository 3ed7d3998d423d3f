/**
 * The lease of a server that sends a weekly mail, and the mail's Message-ID. Rows of an older version, which has neither,
 * are mails that were sent.
 */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { text, timestamp }) => {
  await run(db, [
    sql`alter table reminder add column lease_ends_at ${timestamp}`,
    sql`alter table reminder add column message_id ${text}`,
    sql`alter table weekly_mail add column lease_ends_at ${timestamp}`,
    sql`alter table weekly_mail add column message_id ${text}`,
  ]);
};
