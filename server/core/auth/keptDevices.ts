/**
 * Kept devices ("Keep me signed in on this device", docs/decisions/116): a cookie that opens sessions without a password
 * until the sign-in is 30 days old. It has an id, which stays, and a secret, which each use replaces. The successor of a
 * secret follows from it and a stored nonce, so that tabs that use it at the same moment, or again after a lost answer, get
 * the same one; it is retired as soon as its successor is used. Only a copy of the cookie uses a retired secret later.
 */
import { createHmac, hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/core/endpoint.ts';
import type { UserRecord } from '#contract/core/accounts/signedIn.ts';
import type { Database, Trx } from '../db/tables.ts';
import { cookieValues } from '../http/cookies.ts';
import { recordEvents } from '../records/audit.ts';
import { endKeptDevice, type Origin } from './sessions.ts';

const COOKIE = 'godown_kept';
const ID_BYTES = 24;
const SECRET_BYTES = 32;
const wholeCookie = /^([\w-]{32})\.([\w-]{43})$/;
/** Cookies of other programs may have the name too. */
const MAX_SENT = 4;
const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 30 * DAY_MS;
/** Kept devices of one account; one more ends the oldest. */
export const MAX_KEPT = 20;
/** How long a retired secret still opens a session: requests overtake each other. */
export const GRACE_MS = 60_000;

/** A device as its cookie has it. */
interface SentDevice {
  id: string;
  /** The stored form of the id. */
  deviceHash: string;
  secret: string;
}

/** A kept device, with the secret that its cookie gets. */
interface KeptDevice extends SentDevice {
  endsAt: Date;
}

const hashOf = (text: string): string => hash('sha256', text);

function successorOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url');
}

/** A secret as it is stored, with the nonce of its successor. */
function storedSecret(secret: string) {
  const nonce = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret_hash: hashOf(secret), next_hash: hashOf(successorOf(secret, nonce)), nonce };
}

function sentDevices(request: FastifyRequest): SentDevice[] {
  const parts = cookieValues(request, COOKIE).flatMap((value) => {
    const [, id, secret] = wholeCookie.exec(value) ?? [];
    return id === undefined || secret === undefined ? [] : [{ id, deviceHash: hashOf(id), secret }];
  });
  return parts.slice(0, MAX_SENT);
}

function sendCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  const secure = request.protocol === 'https';
  reply.setCookie(COOKIE, value, { path: `${API_BASE}/Auth`, httpOnly: true, sameSite: 'strict', secure, maxAge });
}

/** Sets the cookie of a kept device until it ends. */
export function sendKeptDevice(request: FastifyRequest, reply: FastifyReply, device: KeptDevice, now: Date): void {
  const seconds = Math.floor((device.endsAt.getTime() - now.getTime()) / 1000);
  sendCookie(request, reply, `${device.id}.${device.secret}`, seconds);
}

/** Removes the cookie of a kept device, if there is one. */
export function clearKeptDevice(request: FastifyRequest, reply: FastifyReply): void {
  if (cookieValues(request, COOKIE).length > 0) sendCookie(request, reply, '', 0);
}

/**
 * Keeps the device of a sign-in for 30 days, or the lifetime of a session where that is shorter. Lock the user before: of
 * more than MAX_KEPT devices of an account the oldest ends.
 */
export async function keepDevice(
  trx: Trx,
  userId: number,
  now: Date,
  lifetimeMs: number,
  { userAgent, address }: Origin,
): Promise<KeptDevice> {
  const older = await trx
    .selectFrom('kept_device')
    .select('device_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('device_hash')
    .execute();
  for (const { device_hash } of older.slice(MAX_KEPT - 1)) await endKeptDevice(trx, device_hash);
  const [id, secret] = [ID_BYTES, SECRET_BYTES].map((bytes) => randomBytes(bytes).toString('base64url'));
  if (id === undefined || secret === undefined) throw new Error('no random bytes');
  const deviceHash = hashOf(id);
  const endsAt = new Date(now.getTime() + Math.min(KEPT_MS, lifetimeMs));
  const at = now.toISOString();
  await trx
    .insertInto('kept_device')
    .values({
      device_hash: deviceHash,
      user_id: userId,
      ...storedSecret(secret),
      previous_hash: null,
      rotated_at: at,
      last_used_at: at,
      created_at: at,
      ends_at: endsAt.toISOString(),
      user_agent: userAgent,
      address,
    })
    .execute();
  return { id, deviceHash, secret, endsAt };
}

/** The kept devices among those of a request's cookies, whatever their secrets. */
async function findSent(db: Database, request: FastifyRequest): Promise<(SentDevice & { userId: number })[]> {
  const sent = sentDevices(request);
  if (sent.length === 0) return [];
  const hashes = sent.map(({ deviceHash }) => deviceHash);
  const rows = await db
    .selectFrom('kept_device')
    .select(['device_hash', 'user_id'])
    .where('device_hash', 'in', hashes)
    .execute();
  const owners = new Map(rows.map((row) => [row.device_hash, row.user_id]));
  return sent.flatMap((device) => {
    const userId = owners.get(device.deviceHash);
    return userId === undefined ? [] : [{ ...device, userId }];
  });
}

/** The device of a request's cookies that this account keeps, whatever its secret. */
export async function findKeptDevice(
  db: Database,
  account: number,
  request: FastifyRequest,
): Promise<SentDevice | undefined> {
  return (await findSent(db, request)).find(({ userId }) => userId === account);
}

/** Whether a request has the cookie of a kept device. */
export async function isFromKeptDevice(db: Database, request: FastifyRequest): Promise<boolean> {
  return (await findSent(db, request)).length > 0;
}

/** The device and its active user, locked. */
async function lockDevice(trx: Trx, deviceHash: string, now: Date) {
  return await trx
    .selectFrom('kept_device as d')
    .innerJoin('app_user as u', 'u.id', 'd.user_id')
    .select(['d.secret_hash', 'd.next_hash', 'd.nonce', 'd.previous_hash', 'd.rotated_at', 'd.ends_at'])
    .select(['u.id as userId', 'u.full_name as fullName', 'u.email', 'u.phone', 'u.role as userRole', 'u.status'])
    .where('d.device_hash', '=', deviceHash)
    .where('d.ends_at', '>', now.toISOString())
    .where('u.status', '=', 1)
    .where('u.deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The use of a kept device: for whom a session may be opened, and until when. */
interface Use {
  user: UserRecord;
  deviceHash: string;
  endsAt: Date;
  /** With the secret of the next use; undefined where another tab of the moment has a newer one. */
  next: KeptDevice | undefined;
}

/**
 * Uses a kept device once and replaces its secret. Undefined where it has ended, and where the secret is retired: that is
 * a copy of the cookie, so the device ends for both, with a line in the history of the user. Commit in either case.
 */
export async function useKeptDevice(
  trx: Trx,
  { id, deviceHash, secret }: SentDevice,
  now: Date,
  { userAgent, address }: Origin,
): Promise<Use | undefined> {
  const row = await lockDevice(trx, deviceHash, now);
  if (!row) return undefined;
  const { secret_hash, next_hash, nonce, previous_hash, rotated_at, ends_at, ...user } = row;
  const sent = hashOf(secret);
  const isRetired = sent !== secret_hash && sent !== next_hash;
  if (isRetired && (sent !== previous_hash || now.getTime() - Date.parse(rotated_at) >= GRACE_MS)) {
    const sessionsEnded = await endKeptDevice(trx, deviceHash);
    const change = { action: 'sessions-end', resource: 'users', recordId: user.userId, before: user } as const;
    await recordEvents(trx, { userId: null, at: now.toISOString() }, [
      { ...change, after: { ...user, sessionsEnded } },
    ]);
    return undefined;
  }
  const advanced =
    sent === next_hash
      ? { ...storedSecret(secret), previous_hash: secret_hash, rotated_at: now.toISOString() }
      : { nonce };
  await trx
    .updateTable('kept_device')
    .set({ ...advanced, last_used_at: now.toISOString(), user_agent: userAgent, address })
    .where('device_hash', '=', deviceHash)
    .execute();
  const endsAt = new Date(ends_at);
  const next = isRetired ? undefined : { id, deviceHash, secret: successorOf(secret, advanced.nonce), endsAt };
  return { user, deviceHash, endsAt, next };
}

/** Ends the devices of a request's cookie: its browser signs out, or somebody signs in there. */
export async function endSentDevices(trx: Trx, request: FastifyRequest): Promise<void> {
  for (const { deviceHash } of sentDevices(request)) await endKeptDevice(trx, deviceHash);
}

/** Deletes kept devices that have run out. */
export async function deleteOldKeptDevices(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('kept_device').where('ends_at', '<', now.toISOString()).execute();
}
