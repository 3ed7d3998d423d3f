/** A forgotten password: a code by mail, then a new password (specification §7, design §4). */
import { randomInt } from 'node:crypto';
import { authEndpoints, OTP_LENGTH, resetTexts } from '#contract/auth.ts';
import { invalid } from '../http/errors.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';
import type { Services } from '../http/services.ts';
import { writeIn } from '../http/write.ts';
import { inTransaction } from '../db/transaction.ts';
import { codeMail } from '../mail/codeMail.ts';
import { changePassword } from '../users/actions.ts';
import { emailKey, findActiveUser } from '../users/queries.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { tellCode } from './trail.ts';

const CODE_MINUTES = 10;
const CODE_TRIES = 5;

/**
 * Makes a code for whoever has the address, replacing an older one, and mails it. Without such a user nothing happens, but
 * as much work is done: who asks next must not find the server any quicker.
 */
async function mailCode({ store, mailer, now }: Services, account: string): Promise<void> {
  const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
  const codeHash = await hashPassword(code);
  const found = await findActiveUser(store.db, account);
  if (!found) return;
  const fresh = {
    code_hash: codeHash,
    expires_at: inMinutes(now(), CODE_MINUTES),
    tries_left: CODE_TRIES,
  };
  await inTransaction(store.db, async (trx) => {
    await trx
      .insertInto('password_code')
      .values({ user_id: found.user.userId, ...fresh })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
      .execute();
    await tellCode(trx, found.user, now());
  });
  await mailer.send(codeMail(found.user.email, found.user.fullName, code, CODE_MINUTES));
}

function inMinutes(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}

/** Spends one of the tries of a user's code and answers its hash; nothing where the code has run out of time or tries. */
async function spendTry({ store, now }: Services, userId: number): Promise<string | undefined> {
  const spent = await store.db
    .updateTable('password_code')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('user_id', '=', userId)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now().toISOString())
    // Where the clock has gone back, a code doesn't work for longer.
    .where('expires_at', '<=', inMinutes(now(), CODE_MINUTES))
    .returning('code_hash')
    .executeTakeFirst();
  return spent?.code_hash;
}

export function registerReset(routes: Routes): void {
  const { services } = routes;
  const { store, limits, now } = services;

  routes.raw(authEndpoints.requestReset, async ({ query }, { request, reply }) => {
    const account = emailKey(query.email);
    await limits.countCode(`code ${account}`, request.ip);
    // Behind the answer, so that it takes as long whether or not somebody has the address.
    routes.afterAnswer(() => mailCode(services, account), 'a code could not be mailed');
    return sendJson(reply, 200, toJson(authEndpoints.requestReset, { responseMessage: resetTexts.sent }));
  });

  routes.raw(
    authEndpoints.resetPassword,
    async ({ body }, { request, reply }) => {
      const account = emailKey(body.email);
      await limits.count(`reset ${account}`, request.ip);
      const found = await findActiveUser(store.db, account);
      const codeHash = found && (await spendTry(services, found.user.userId));
      const isRight = await isPassword(body.otp, codeHash);
      const refused = () => invalid({ otp: [resetTexts.verifyFailed] }, resetTexts.verifyFailed);
      if (!found || !isRight) throw refused();
      const { userId } = found.user;
      const passwordHash = await hashPassword(body.password);
      await inTransaction(store.db, async (trx) => {
        // Whoever takes the code away is the one who used it.
        const { numDeletedRows } = await trx
          .deleteFrom('password_code')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows !== 1n) throw refused();
        const write = writeIn(trx, { userId, at: now().toISOString() });
        if (!(await changePassword(write, passwordHash, 'password-reset'))) throw refused();
      });
      await limits.forgive(`reset ${account}`, request.ip);
      return sendJson(reply, 200, toJson(authEndpoints.resetPassword, { responseMessage: resetTexts.done }));
    },
    { work: 'password' },
  );
}
