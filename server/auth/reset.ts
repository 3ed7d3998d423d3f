/** Password reset: a code by mail, then a new password (specification §7, design §4). */
import { randomInt } from 'node:crypto';
import { authEndpoints, OTP_LENGTH, resetTexts } from '#contract/auth.ts';
import { invalid } from '../http/errors.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';
import type { Services } from '../services.ts';
import { writeIn } from '../records/write.ts';
import type { Database } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { codeMail } from '../mail/codeMail.ts';
import { changePassword } from './changePassword.ts';
import { emailKey, findActiveUser } from './accounts.ts';
import { findKnownDevice, newDevice, rememberDevice, resetDevice, sendDevice, sentHashes } from './devices.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { auditCode } from './authAudit.ts';

const CODE_MINUTES = 10;
const CODE_TRIES = 5;

function inMinutes(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}

/**
 * Creates and mails a code; it replaces the previous one of the same device. For an unknown address it does the same
 * amount of work, so latency reveals nothing.
 */
async function mailCode({ store, mailer, now }: Services, account: string, deviceHash: string): Promise<void> {
  const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
  const codeHash = await hashPassword(code);
  const found = await findActiveUser(store.db, account);
  if (!found) return;
  const { userId, email, fullName } = found.user;
  const fresh = {
    code_hash: codeHash,
    expires_at: inMinutes(now(), CODE_MINUTES),
    tries_left: CODE_TRIES,
    other_tries_left: CODE_TRIES,
  };
  await inTransaction(store.db, async (trx) => {
    await trx
      .insertInto('reset_code')
      .values({ user_id: userId, device_hash: deviceHash, ...fresh })
      .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(fresh))
      .execute();
    await auditCode(trx, found.user, now());
  });
  await mailer.send(codeMail(email, fullName, code, CODE_MINUTES));
}

/**
 * Uses up one try and returns the hash of the code to compare with: the code of this device, or for another device the
 * newest one. Tries are counted apart for the device that asked. Undefined without a valid code or tries.
 */
async function spendTry(
  { store, now }: Services,
  userId: number,
  deviceHashes: readonly string[],
): Promise<string | undefined> {
  return await inTransaction(store.db, async (trx) => {
    const codes = trx
      .selectFrom('reset_code')
      .where('user_id', '=', userId)
      .where('expires_at', '>', now().toISOString())
      // A clock that was set back must not extend a code.
      .where('expires_at', '<=', inMinutes(now(), CODE_MINUTES))
      .orderBy('expires_at', 'desc')
      .orderBy('id', 'desc');
    const own =
      deviceHashes.length === 0
        ? undefined
        : await codes.where('device_hash', 'in', deviceHashes).select('id').executeTakeFirst();
    const newest = own ?? (await codes.select('id').executeTakeFirst());
    if (!newest) return undefined;
    const tries = own ? 'tries_left' : 'other_tries_left';
    const spent = await trx
      .updateTable('reset_code')
      .set(({ eb }) => ({ [tries]: eb(tries, '-', 1) }))
      .where('id', '=', newest.id)
      .where(tries, '>', 0)
      .returning('code_hash')
      .executeTakeFirst();
    return spent?.code_hash;
  });
}

/** Deletes expired codes. */
export async function deleteOldCodes(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('reset_code').where('expires_at', '<', now.toISOString()).execute();
}

/** Registers the calls of a forgotten password. */
export function registerReset(routes: Routes): void {
  const { services } = routes;
  const { store, limits, now } = services;

  routes.raw(authEndpoints.requestReset, async ({ query }, { request, reply }) => {
    const account = emailKey(query.email);
    const known = await findKnownDevice(store.db, account, request);
    await limits.count({ what: 'ask for a code', account, address: request.ip, knownDevice: known?.hash });
    const device = (known ?? resetDevice(request, reply)).hash;
    // After the answer, so that latency doesn't reveal whether the address exists.
    routes.afterAnswer(() => mailCode(services, account, device), 'a code could not be mailed');
    return sendJson(reply, 200, toJson(authEndpoints.requestReset, { responseMessage: resetTexts.sent }));
  });

  routes.raw(
    authEndpoints.resetPassword,
    async ({ body }, { request, reply }) => {
      const account = emailKey(body.email);
      const known = await findKnownDevice(store.db, account, request);
      const attempt = { what: 'use a code', account, address: request.ip, knownDevice: known?.hash } as const;
      await limits.count(attempt);
      const found = await findActiveUser(store.db, account);
      const codeHash = found && (await spendTry(services, found.user.userId, sentHashes(request)));
      const isRight = await isPassword(body.otp, codeHash);
      const refused = () => invalid({ otp: [resetTexts.verifyFailed] }, resetTexts.verifyFailed);
      if (!found || !isRight || codeHash === undefined) throw refused();
      const { userId } = found.user;
      const passwordHash = await hashPassword(body.password);
      const device = newDevice();
      await inTransaction(store.db, async (trx) => {
        // Of concurrent requests, the one that deletes the code has used it.
        const { numDeletedRows } = await trx
          .deleteFrom('reset_code')
          .where('user_id', '=', userId)
          .where('code_hash', '=', codeHash)
          .executeTakeFirstOrThrow();
        if (numDeletedRows !== 1n) throw refused();
        const write = writeIn(trx, { userId, at: now().toISOString() });
        if (!(await changePassword(write, passwordHash, 'password-reset'))) throw refused();
        await rememberDevice(trx, userId, device, now());
      });
      await limits.forgive(attempt);
      sendDevice(request, reply, device);
      return sendJson(reply, 200, toJson(authEndpoints.resetPassword, { responseMessage: resetTexts.done }));
    },
    { work: 'password' },
  );
}
