/**
 * Which device asks: a cookie that only the calls of signing in read. A device from which somebody has signed in before has
 * tries of its own at their account, so that strangers who guess can't keep the owner out (docs/decisions/051).
 */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/endpoints.ts';
import type { Database, Trx } from '../db/tables.ts';
import { emailKey } from './accounts.ts';

const COOKIE = 'godown_device';
const ID_BYTES = 24;
const DAY_SECONDS = 24 * 60 * 60;
/** As long as browsers keep a cookie. */
const LIFETIME_DAYS = 400;
const idPattern = /^[\w-]{32}$/;

/** The device that sends a request, by the hash of its id; one that has none gets an id with the answer. */
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

/** Whether somebody has signed in to this account from this device before. */
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

/** Remembers that somebody has signed in from a device. */
export async function rememberDevice(trx: Trx, userId: number, deviceHash: string, now: Date): Promise<void> {
  const used = { last_used_at: now.toISOString() };
  await trx
    .insertInto('known_device')
    .values({ user_id: userId, device_hash: deviceHash, ...used })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(used))
    .execute();
}

/** Forgets devices that have not been used for as long as their cookie lives. */
export async function forgetOldDevices(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LIFETIME_DAYS * DAY_SECONDS * 1000).toISOString();
  await db.deleteFrom('known_device').where('last_used_at', '<', before).execute();
}
