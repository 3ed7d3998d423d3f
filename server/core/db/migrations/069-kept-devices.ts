/** Kept devices, which open sessions without a password, and the device of a session. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

// The column is nullable: a server of the previous version opens sessions without a device.
export const up: MigrationSteps = async (db, { integer, text, timestamp, strict }) => {
  await run(db, [
    sql`alter table session add column device_hash ${text}`,
    sql`
      create table kept_device (
        device_hash ${text} primary key,
        user_id ${integer} not null references app_user (id),
        secret_hash ${text} not null,
        next_hash ${text} not null,
        nonce ${text} not null,
        previous_hash ${text},
        rotated_at ${timestamp} not null,
        last_used_at ${timestamp} not null,
        created_at ${timestamp} not null,
        ends_at ${timestamp} not null,
        user_agent ${text},
        address ${text}
      ) ${strict}`,
    sql`create index session_by_device on session (device_hash) where device_hash is not null`,
    sql`create index kept_device_user on kept_device (user_id)`,
  ]);
};
