/**
 * Known devices, identified by a cookie that only the sign-in endpoints read. A device from which a user has signed in
 * before has a rate limit of its own for that account, so strangers who guess can't lock the owner out
 * (docs/decisions/051).
 */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/endpoints.ts';
import type { Database, Trx } from '../db/tables.ts';
import { emailKey } from './accounts.ts';

const COOKIE = 'godown_device';
const ID_BYTES = 24;
const DAY_SECONDS = 24 * 60 * 60;
/** The longest lifetime that browsers allow. */
const LIFETIME_DAYS = 400;
const idPattern = /^[\w-]{32}$/;

/** The hash of the device id of a request; a device without an id gets one with the answer. */
export function deviceOf(request: FastifyRequest, reply: FastifyReply): string {
  const sent = request.cookies[COOKIE] ?? '';
  const id = idPattern.test(sent) ? sent : randomBytes(ID_BYTES).toString('base64url');
  reply.setCookie(COOKIE, id, {
    path: `${API_BASE}/Auth`,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: LIFETIME_DAYS * DAY_SECONDS,
  });
  return hash('sha256', id);
}

/** Whether this device has signed in to this account before. */
export async function isKnownDevice(db: Database, email: string, deviceHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('known_device as d')
    .innerJoin('app_user as u', 'u.id', 'd.user_id')
    .select('d.user_id')
    .where('u.email_key', '=', emailKey(email))
    .where('u.deleted_at', 'is', null)
    .where('d.device_hash', '=', deviceHash)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores a known device. */
export async function rememberDevice(trx: Trx, userId: number, deviceHash: string, now: Date): Promise<void> {
  const used = { last_used_at: now.toISOString() };
  await trx
    .insertInto('known_device')
    .values({ user_id: userId, device_hash: deviceHash, ...used })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(used))
    .execute();
}

/** Deletes devices that were unused for the lifetime of their cookie. */
export async function deleteOldDevices(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LIFETIME_DAYS * DAY_SECONDS * 1000).toISOString();
  await db.deleteFrom('known_device').where('last_used_at', '<', before).execute();
}
