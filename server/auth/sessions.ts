/** Sessions: a random token that the client keeps, its SHA-256 in the database. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { place, prepared } from '../db/prepared.ts';
import type { Database, Trx } from '../db/tables.ts';
import type { SignedIn } from '../http/access.ts';

const TOKEN_BYTES = 32;
const LIFETIME_MS = 12 * 60 * 60 * 1000;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Opens a session of 12 hours and answers its token, which is nowhere stored. */
export async function openSession(db: Database | Trx, userId: number, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
    .execute();
  return token;
}

const sessions = prepared<SignedIn>(
  () => sql`
    select u.id as "userId", u.full_name as "fullName", u.email, u.phone, u.role as "userRole", u.status,
      s.token_hash as "tokenHash"
    from session s join app_user u on u.id = s.user_id
    where s.token_hash = ${place('tokenHash')} and s.expires_at > ${place('now')}
      and u.status = 1 and u.deleted_at is null`,
);

/** Whose token this is; undefined where the session has ended or its user is deleted or inactive. */
export async function findSession(db: Database, token: string, now: Date): Promise<SignedIn | undefined> {
  const [session] = await sessions(db, { tokenHash: hashOf(token), now: now.toISOString() });
  return session;
}

/** Ends one session. */
export async function endSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

/**
 * Ends every session of a user, and the code that could open another, in the transaction that changes role, status, address
 * or password or deletes them (design §4).
 */
export async function endSessionsOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('password_code').where('user_id', '=', userId).execute();
  await trx.deleteFrom('session').where('user_id', '=', userId).execute();
}

/** Removes sessions that have run out. */
export async function forgetOldSessions(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', now.toISOString()).execute();
}
