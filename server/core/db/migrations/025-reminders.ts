/** Who was reminded in which week, so that nobody is twice, whatever servers there are. */
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
