/** Open sessions of a user: listing and ending them. */
import { SESSIONS_SHOWN, sessionTexts, type OpenedSession } from '#contract/core/accounts/sessions.ts';
import { userTexts } from '#contract/core/accounts/users.ts';
import type { UserRecord } from '#contract/core/accounts/signedIn.ts';
import { readSnapshot } from '../db/snapshot.ts';
import type { Database, Trx } from '../db/tables.ts';
import { notFound } from '../http/errors.ts';
import type { Write } from '../records/write.ts';
import { findUser } from './accounts.ts';
import { describeUserAgent } from './userAgent.ts';
import { endSession, endSessionsOf } from './sessions.ts';

/**
 * Hexadecimal digits of the token's hash that identify a session: 48 bits, which reveal nothing of the token.
 */
const ID_DIGITS = 12;

function idOf(tokenHash: string): number {
  return Number.parseInt(tokenHash.slice(0, ID_DIGITS), 16);
}

async function mustFind(trx: Trx, userId: number): Promise<UserRecord> {
  const user = await findUser(trx, userId);
  if (!user) throw notFound(userTexts.notFound);
  return user;
}

/** A user's open sessions, most recently used first; `asking` is the token hash of the current session. */
export async function listSessions(
  db: Database | Trx,
  userId: number,
  asking: string,
  now: Date,
): Promise<OpenedSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['token_hash', 'created_at', 'last_seen_at', 'user_agent', 'address'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .orderBy(({ fn }) => fn.coalesce('last_seen_at', 'created_at'), 'desc')
    .orderBy('token_hash')
    .limit(SESSIONS_SHOWN)
    .execute();
  return rows.map((row) => ({
    sessionId: idOf(row.token_hash),
    device: describeUserAgent(row.user_agent),
    address: row.address,
    signedInAt: row.created_at,
    lastSeenAt: row.last_seen_at ?? row.created_at,
    isThis: row.token_hash === asking,
  }));
}

/** Open sessions of a user who may not exist, then throws 404. */
export async function listSessionsOf(
  db: Database,
  userId: number,
  asking: string,
  now: Date,
): Promise<OpenedSession[]> {
  return await readSnapshot(db, async (snapshot) => {
    await mustFind(snapshot, userId);
    return await listSessions(snapshot, userId, asking, now);
  });
}

async function auditEnd({ audit }: Write, before: UserRecord, sessionsEnded: number): Promise<void> {
  const after = { ...before, sessionsEnded };
  await audit({ action: 'sessions-end', resource: 'users', recordId: before.userId, before, after });
}

/** Ends all sessions of a user except the current one. Throws 404. */
export async function endAllSessions(write: Write, userId: number, asking: string): Promise<void> {
  const user = await mustFind(write.trx, userId);
  await auditEnd(write, user, await endSessionsOf(write.trx, userId, asking));
}

/** Ends one session; with `onlyOf` only one of that user. Throws 404 if there is none. */
export async function endOneSession(write: Write, sessionId: number, onlyOf: number | undefined): Promise<void> {
  const first = sessionId.toString(16).padStart(ID_DIGITS, '0');
  const row = await write.trx
    .selectFrom('session')
    .select(['token_hash', 'user_id'])
    .where('token_hash', '>=', first)
    // 'g' sorts after every hexadecimal digit.
    .where('token_hash', '<', `${first}g`)
    .executeTakeFirst();
  if (!row || (onlyOf !== undefined && row.user_id !== onlyOf)) throw notFound(sessionTexts.notFound);
  const user = await mustFind(write.trx, row.user_id);
  await endSession(write.trx, row.token_hash);
  await auditEnd(write, user, 1);
}
