/**
 * Known devices, identified by a cookie that only the sign-in endpoints read. A device from which a user has signed in
 * before has a rate limit of its own for that account, so strangers who guess can't lock the owner out
 * (docs/decisions/051). An id becomes known only as the server makes it at a success: another site or program on this host
 * can set the cookie, but an id that it chose, or had from the server before, is known to no account of its victim
 * (docs/decisions/097). The cookie lists the ids of all accounts that have used the browser.
 */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/core/endpoint.ts';
import type { Database, Trx } from '../db/tables.ts';
import { cookieValues } from '../http/cookies.ts';
import { emailKey } from './accounts.ts';

const COOKIE = 'godown_device';
/** The device that requested a code, until it is used. */
const RESET_COOKIE = 'godown_reset';
const ID_BYTES = 24;
const DAY_SECONDS = 24 * 60 * 60;
/** The longest lifetime that browsers allow. */
const LIFETIME_DAYS = 400;
/** How many accounts of one browser have a known device. */
const MAX_IDS = 16;
const eachId = /(?<![\w-])[\w-]{32}(?![\w-])/g;

export interface Device {
  id: string;
  /** The stored form of the id. */
  hash: string;
}

/** A device that an account knows. */
export interface KnownDevice extends Device {
  /** The account. */
  userId: number;
}

function deviceOf(id: string): Device {
  return { id, hash: hash('sha256', id) };
}

/** A device under a new id. */
export function newDevice(): Device {
  return deviceOf(randomBytes(ID_BYTES).toString('base64url'));
}

function sentIds(request: FastifyRequest, name: string): Device[] {
  const ids = cookieValues(request, name).flatMap((value) => value.match(eachId) ?? []);
  return [...new Set(ids)].slice(0, MAX_IDS).map(deviceOf);
}

function sendIds(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, ids, days }: { name: string; ids: readonly string[]; days: number },
): void {
  reply.setCookie(name, ids.join('.'), {
    path: `${API_BASE}/Auth`,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: days * DAY_SECONDS,
  });
}

/** Sets the cookie of a device that an account knows now, before those of other accounts. */
export function sendDevice(request: FastifyRequest, reply: FastifyReply, { id }: Device): void {
  const others = sentIds(request, COOKIE).map((other) => other.id);
  const ids = [...new Set([id, ...others])].slice(0, MAX_IDS);
  sendIds(request, reply, { name: COOKIE, ids, days: LIFETIME_DAYS });
}

/** The device of a request from which the account was used before. */
export async function findKnownDevice(
  db: Database,
  email: string,
  request: FastifyRequest,
): Promise<KnownDevice | undefined> {
  const sent = sentIds(request, COOKIE);
  if (sent.length === 0) return undefined;
  const rows = await db
    .selectFrom('known_device as d')
    .innerJoin('app_user as u', 'u.id', 'd.user_id')
    .select(['d.device_hash as hash', 'u.id as userId'])
    .where('u.email_key', '=', emailKey(email))
    .where('u.deleted_at', 'is', null)
    .where(
      'd.device_hash',
      'in',
      sent.map((device) => device.hash),
    )
    .executeTakeFirst();
  const device = sent.find((each) => each.hash === rows?.hash);
  return device && rows && { ...device, userId: rows.userId };
}

/** A new device for a code that is requested, with its cookie. */
export function resetDevice(request: FastifyRequest, reply: FastifyReply): Device {
  const device = newDevice();
  sendIds(request, reply, { name: RESET_COOKIE, ids: [device.id], days: 1 });
  return device;
}

/** The hashes of the devices that may have requested a code. */
export function sentHashes(request: FastifyRequest): string[] {
  return [...sentIds(request, RESET_COOKIE), ...sentIds(request, COOKIE)].map((device) => device.hash);
}

/** Stores a known device. */
export async function rememberDevice(trx: Trx, userId: number, device: Device, now: Date): Promise<void> {
  const used = { last_used_at: now.toISOString() };
  await trx
    .insertInto('known_device')
    .values({ user_id: userId, device_hash: device.hash, ...used })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(used))
    .execute();
}

/** Deletes the known devices of a user whose password changes. */
export async function forgetDevices(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('known_device').where('user_id', '=', userId).execute();
}

/** Deletes devices that were unused for the lifetime of their cookie. */
export async function deleteOldDevices(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LIFETIME_DAYS * DAY_SECONDS * 1000).toISOString();
  await db.deleteFrom('known_device').where('last_used_at', '<', before).execute();
}
