/**
 * Known devices, which have rate limits of their own; and password codes per requesting device, so that a stranger can
 * neither replace nor use up the owner's code. The table password_code of the previous version stays for its servers
 * until the next version.
 */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { id, integer, text, timestamp, strict }) => {
  await run(db, [
    sql`
      create table known_device (
        user_id ${integer} not null references app_user (id),
        device_hash ${text} not null,
        last_used_at ${timestamp} not null,
        primary key (user_id, device_hash)
      ) ${strict}`,
    sql`
      create table reset_code (
        id ${id},
        user_id ${integer} not null references app_user (id),
        device_hash ${text} not null,
        code_hash ${text} not null,
        expires_at ${timestamp} not null,
        tries_left ${integer} not null check (tries_left >= 0),
        other_tries_left ${integer} not null check (other_tries_left >= 0)
      ) ${strict}`,
    sql`create unique index reset_code_device on reset_code (user_id, device_hash)`,
    sql`create index reset_code_age on reset_code (expires_at)`,
    sql`
      insert into reset_code (user_id, device_hash, code_hash, expires_at, tries_left, other_tries_left)
      select user_id, '', code_hash, expires_at, tries_left, tries_left from password_code`,
  ]);
};
