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
import { deviceOf, endKeptDevice, endSession, endSessionsOf } from './sessions.ts';

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

/** Sessions of no kept device; a new password ends the device, but not the session that set it. */
async function otherSessions(db: Trx, userId: number, currentTokenHash: string, now: Date): Promise<OpenedSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['token_hash', 'created_at', 'last_seen_at', 'user_agent', 'address'])
    .where('user_id', '=', userId)
    .where(({ eb, exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('kept_device as d')
            .select(eb.lit(1).as('one'))
            .whereRef('d.device_hash', '=', 'session.device_hash'),
        ),
      ),
    )
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
    isThis: row.token_hash === currentTokenHash,
    keptUntil: null,
  }));
}

/** Kept devices, each with all sessions that it opened. */
async function keptDevices(db: Trx, userId: number, currentTokenHash: string, now: Date): Promise<OpenedSession[]> {
  const rows = await db
    .selectFrom('kept_device as d')
    .leftJoin('session as s', 's.device_hash', 'd.device_hash')
    .select(['d.device_hash', 'd.created_at', 'd.last_used_at', 'd.ends_at', 'd.user_agent', 'd.address'])
    .select(['s.token_hash', 's.last_seen_at', 's.address as last_address'])
    .where('d.user_id', '=', userId)
    .where('d.ends_at', '>', now.toISOString())
    .orderBy('s.last_seen_at')
    .execute();
  const devices = new Map<string, OpenedSession>();
  for (const row of rows) {
    const isThis = row.token_hash === currentTokenHash || devices.get(row.device_hash)?.isThis === true;
    devices.set(row.device_hash, {
      sessionId: idOf(row.device_hash),
      device: describeUserAgent(row.user_agent),
      address: row.last_address ?? row.address,
      signedInAt: row.created_at,
      lastSeenAt: row.last_seen_at ?? row.last_used_at,
      isThis,
      keptUntil: row.ends_at,
    });
  }
  return [...devices.values()];
}

/**
 * A user's open sessions, a kept device as one, most recently used first; `currentTokenHash` is the token hash of the current
 * session. Throws 404.
 */
export async function listSessions(
  db: Database,
  userId: number,
  currentTokenHash: string,
  now: Date,
): Promise<OpenedSession[]> {
  return await readSnapshot(db, async (snapshot) => {
    await mustFind(snapshot, userId);
    const kept = await keptDevices(snapshot, userId, currentTokenHash, now);
    const all = [...kept, ...(await otherSessions(snapshot, userId, currentTokenHash, now))];
    return all.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt)).slice(0, SESSIONS_SHOWN);
  });
}

async function auditEnd({ audit }: Write, before: UserRecord, sessionsEnded: number): Promise<void> {
  const after = { ...before, sessionsEnded };
  await audit({ action: 'sessions-end', resource: 'users', recordId: before.userId, before, after });
}

/** Ends all sessions of a user except the current one and those of its kept device. Throws 404. */
export async function endAllSessions(write: Write, userId: number, currentTokenHash: string): Promise<void> {
  const { trx } = write;
  const user = await mustFind(trx, userId);
  await auditEnd(
    write,
    user,
    await endSessionsOf(trx, userId, currentTokenHash, await deviceOf(trx, currentTokenHash)),
  );
}

/** Ends one session or kept device; with `onlyOf` only one of that user. Throws 404 if there is none. */
export async function endOneSession(write: Write, sessionId: number, onlyOf: number | undefined): Promise<void> {
  const { trx } = write;
  const first = sessionId.toString(16).padStart(ID_DIGITS, '0');
  // 'g' sorts after every hexadecimal digit.
  const last = `${first}g`;
  const device = await trx
    .selectFrom('kept_device')
    .select(['device_hash', 'user_id'])
    .where('device_hash', '>=', first)
    .where('device_hash', '<', last)
    .executeTakeFirst();
  const row =
    device ??
    (await trx
      .selectFrom('session')
      .select(['token_hash', 'user_id'])
      .where('token_hash', '>=', first)
      .where('token_hash', '<', last)
      .executeTakeFirst());
  if (!row || (onlyOf !== undefined && row.user_id !== onlyOf)) throw notFound(sessionTexts.notFound);
  const user = await mustFind(trx, row.user_id);
  if ('device_hash' in row) await endKeptDevice(trx, row.device_hash);
  else await endSession(trx, row.token_hash);
  await auditEnd(write, user, 1);
}
