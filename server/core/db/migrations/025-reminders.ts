/** Reminders by user and week, so that several servers send only one. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { integer, timestamp, date, strict }) => {
  await run(db, [
    sql`
      create table reminder (
        week ${date} not null,
        user_id ${integer} not null references app_user (id),
        sent_at ${timestamp} not null,
        primary key (week, user_id)
      ) ${strict}`,
  ]);
};
