/** Recipients of the dashboard's weekly mail, and mails sent by week. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { integer, timestamp, date, strict }) => {
  await run(db, [
    sql`alter table app_user add column weekly_mail ${integer} not null default 0 check (weekly_mail in (0, 1))`,
    sql`
      create table weekly_mail (
        week ${date} not null,
        user_id ${integer} not null references app_user (id),
        sent_at ${timestamp} not null,
        primary key (week, user_id)
      ) ${strict}`,
  ]);
};
