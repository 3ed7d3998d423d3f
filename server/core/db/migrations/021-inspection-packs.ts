/**
 * Inspection packs with their files, and the key that signs them: one for each installation, on any number of servers.
 */
import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { neverDeleted, run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  const { id, integer, text, timestamp, date, bytes, strict } = dialect;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await run(db, [
    sql`
      create table signing_key (
        id ${integer} primary key check (id = 1),
        public_key ${text} not null,
        private_key ${text} not null,
        created_at ${timestamp} not null
      ) ${strict}`,
    sql`
      insert into signing_key (id, public_key, private_key, created_at)
      values (1, ${publicKey}, ${privateKey}, ${new Date().toISOString()})`,
    ...neverDeleted('signing_key', 'id', dialect),
    sql`
      create table inspection_pack (
        id ${id},
        from_day ${date} not null,
        to_day ${date} not null,
        lot_ids ${text} not null,
        state ${text} not null check (state in ('queued', 'running', 'done', 'failed')),
        step ${text} not null,
        steps_done ${integer} not null,
        steps ${integer} not null,
        attempts ${integer} not null,
        beat_at ${timestamp},
        size ${integer},
        sha256 ${text},
        made_at ${timestamp},
        created_by ${integer} not null references app_user (id),
        created_at ${timestamp} not null,
        check ((state = 'done') = (sha256 is not null))
      ) ${strict}`,
    sql`create index inspection_pack_open on inspection_pack (id) where state in ('queued', 'running')`,
    sql`
      create table inspection_pack_part (
        pack_id ${integer} not null references inspection_pack (id),
        position ${integer} not null,
        bytes ${bytes} not null,
        primary key (pack_id, position)
      ) ${strict}`,
  ]);
};
