/** One-time codes for forgotten passwords. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { integer, text, timestamp, strict }) => {
  await run(db, [
    sql`
      create table password_code (
        user_id ${integer} not null primary key references app_user (id),
        code_hash ${text} not null,
        expires_at ${timestamp} not null,
        tries_left ${integer} not null check (tries_left >= 0)
      ) ${strict}`,
  ]);
};
