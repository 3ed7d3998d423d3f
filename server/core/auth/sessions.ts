/** Sessions: a random token at the client, its SHA-256 in the database. */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { cutText } from '#contract/core/values/cutText.ts';
import type { Role } from '#contract/permissions.ts';
import type { UserRecord } from '#contract/core/accounts/signedIn.ts';
import type { SessionLimits } from '../config.ts';
import { param, prepared } from '../db/statements.ts';
import { forShare } from '../db/locking.ts';
import type { Database, Trx } from '../db/tables.ts';

/** A signed-in user with their session. */
export interface SignedIn extends UserRecord {
  userRole: Role;
  /** Identifies the session. */
  tokenHash: string;
  /** The stored time of last use; null in a session of an older version. */
  lastSeenAt: string | null;
}

const TOKEN_BYTES = 32;
const USER_AGENT_MAX = 400;

function hashOf(token: string): string {
  return hash('sha256', token);
}

/** Fields by which a user recognizes a session. */
export interface Origin {
  userAgent: string | null;
  address: string | null;
}

/** The kept device that opens a session, which ends with it. */
interface OpeningDevice {
  deviceHash: string;
  endsAt: Date;
}

/** The origin of a request; the address is that before the proxies of TRUST_PROXY. */
export function originOf(request: FastifyRequest): Origin {
  const { 'user-agent': userAgent } = request.headers;
  return { userAgent: userAgent === undefined ? null : cutText(userAgent, USER_AGENT_MAX), address: request.ip };
}

/** Opens a session that expires by `limits` and returns its token, which is not stored. */
export async function openSession(
  db: Database | Trx,
  userId: number,
  now: Date,
  { idleMs, ...most }: SessionLimits,
  { userAgent, address, device }: Origin & { device?: OpeningDevice | undefined } = { userAgent: null, address: null },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const lifetimeMs = device ? Math.min(most.lifetimeMs, device.endsAt.getTime() - now.getTime()) : most.lifetimeMs;
  await db
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      created_at: now.toISOString(),
      expires_at: after(Math.min(idleMs, lifetimeMs)),
      ends_at: after(lifetimeMs),
      last_seen_at: now.toISOString(),
      user_agent: userAgent,
      address,
      ...(device && { device_hash: device.deviceHash }),
    })
    .execute();
  return token;
}

const session = sql`
  select u.id as "userId", u.full_name as "fullName", u.email, u.phone, u.role as "userRole", u.status,
    s.token_hash as "tokenHash", s.last_seen_at as "lastSeenAt"
  from session s join app_user u on u.id = s.user_id
  where s.token_hash = ${param('tokenHash')} and s.expires_at > ${param('now')}
    and u.status = 1 and u.deleted_at is null`;
const findByHash = prepared<SignedIn>(() => sql`${session}`);
const findByHashLocked = prepared<SignedIn>(() => sql`${session} ${forShare}`);

/** The user of a token; undefined if the session has ended or the user is deleted or inactive. */
export async function findSession(db: Database, token: string, now: Date): Promise<SignedIn | undefined> {
  return await findSessionAgain(db, hashOf(token), now);
}

/** The user of a token by its hash. In a transaction, locks session and user until it ends. */
export async function findSessionAgain(
  db: Database | Trx,
  tokenHash: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const find = db.isTransaction ? findByHashLocked : findByHash;
  const [row] = await find(db, { tokenHash, now: now.toISOString() });
  return row;
}

/** Ends a kept device and the sessions that it opened; returns how many those were. */
export async function endKeptDevice(trx: Trx, deviceHash: string): Promise<number> {
  await trx.deleteFrom('kept_device').where('device_hash', '=', deviceHash).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('session')
    .where('device_hash', '=', deviceHash)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The kept device that opened a session. */
export async function deviceOf(trx: Trx, tokenHash: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('session')
    .select('device_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.device_hash ?? undefined;
}

/** Ends one session, with the kept device that opened it and would open another one. */
export async function endSession(trx: Trx, tokenHash: string): Promise<void> {
  const device = await deviceOf(trx, tokenHash);
  if (device !== undefined) await endKeptDevice(trx, device);
  await trx.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

/**
 * Ends all sessions of a user except that of `exceptTokenHash` and those of `exceptDevice`, all kept devices except
 * `exceptDevice`, and deletes the user's code. Belongs in the transaction that
 * deletes the user or changes role, status, address or password (docs/domain.md, Sessions). Returns how many sessions
 * ended.
 */
export async function endSessionsOf(
  trx: Trx,
  userId: number,
  exceptTokenHash = '',
  exceptDevice = '',
): Promise<number> {
  await trx.deleteFrom('reset_code').where('user_id', '=', userId).execute();
  // Before the sessions: a device that is being used is locked, and its new session is seen after that.
  await trx.deleteFrom('kept_device').where('user_id', '=', userId).where('device_hash', '<>', exceptDevice).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', exceptTokenHash)
    .where(({ eb, or }) => or([eb('device_hash', 'is', null), eb('device_hash', '<>', exceptDevice)]))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes expired sessions. */
export async function deleteOldSessions(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', now.toISOString()).execute();
}
