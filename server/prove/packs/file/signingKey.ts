/** The Ed25519 key of this installation: in the database, so that all of its servers sign alike and backups have it. */
import { createPublicKey } from 'node:crypto';
import type { Database, Trx } from '../../../core/db/tables.ts';
import { fingerprintOf } from './packFile.ts';

interface PublicSigningKey {
  /** PEM. */
  publicKey: string;
  fingerprint: string;
  createdAt: string;
}

/** The public part of the key. */
export async function findPublicKey(db: Database | Trx): Promise<PublicSigningKey> {
  const { public_key: publicKey, created_at: createdAt } = await db
    .selectFrom('signing_key')
    .select(['public_key', 'created_at'])
    .executeTakeFirstOrThrow();
  return { publicKey, fingerprint: fingerprintOf(createPublicKey(publicKey)), createdAt };
}

/** The private key, PEM. */
export async function findPrivateKey(db: Database): Promise<string> {
  const { private_key: key } = await db.selectFrom('signing_key').select('private_key').executeTakeFirstOrThrow();
  return key;
}
