/** Password reset: a code by mail, then a new password (specification §7, docs/domain.md, Passwords and codes). */
import { authEndpoints, resetTexts } from '#contract/core/accounts/auth.ts';
import { invalid } from '../http/errors.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';
import { openEmptyJournal } from '../records/journal.ts';
import { writeWith } from '../records/write.ts';
import { inTransaction } from '../db/transaction.ts';
import { changePassword } from './changePassword.ts';
import { emailKey, findActiveUser } from './accounts.ts';
import { CodeMails } from './codeMails.ts';
import { findKnownDevice, newDevice, rememberDevice, resetDevice, sendDevice, sentHashes } from './devices.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { spendTry } from './resetCodes.ts';

/** Registers the calls of a forgotten password. */
export function registerReset(routes: Routes): void {
  const { services } = routes;
  const { store, limits, now } = services;
  const mails = new CodeMails(services);

  routes.raw(authEndpoints.requestReset, async ({ query }, { request, reply }) => {
    const account = emailKey(query.email);
    const known = await findKnownDevice(store.db, account, request);
    const attempt = {
      what: 'ask for a code',
      account,
      address: request.ip,
      knownDevice: known?.hash,
    } as const;
    await limits.count(attempt);
    const device = (known ?? resetDevice(request, reply)).hash;
    // After the answer, so that latency doesn't reveal whether the address exists.
    routes.afterAnswer(() => mails.mail(attempt, device, sentHashes(request)), 'one-time code not mailed');
    return sendJson(reply, 200, toJson(authEndpoints.requestReset, { responseMessage: resetTexts.sent }));
  });

  routes.raw(
    authEndpoints.resetPassword,
    async ({ body }, context) => {
      const { request, reply } = context;
      const account = emailKey(body.email);
      const known = await findKnownDevice(store.db, account, request);
      const attempt = { what: 'use a code', account, address: request.ip, knownDevice: known?.hash } as const;
      await limits.count(attempt);
      const refused = () => invalid({ otp: [resetTexts.verifyFailed] }, resetTexts.verifyFailed);
      const { userId, codeHash, passwordHash } = await routes.inPasswordSlot(context, known, async () => {
        const match = await findActiveUser(store.db, account);
        const code = match && (await spendTry(services, match.user.userId, sentHashes(request)));
        const isRight = await isPassword(body.otp, code);
        if (!match || !isRight || code === undefined) throw refused();
        return { userId: match.user.userId, codeHash: code, passwordHash: await hashPassword(body.password) };
      });
      const device = newDevice();
      await inTransaction(store.db, async (trx) => {
        // Only the request that deletes the code may use it.
        const { numDeletedRows } = await trx
          .deleteFrom('reset_code')
          .where('user_id', '=', userId)
          .where('code_hash', '=', codeHash)
          .executeTakeFirstOrThrow();
        if (numDeletedRows !== 1n) throw refused();
        const write = writeWith(trx, { userId, at: now().toISOString() }, openEmptyJournal());
        if (!(await changePassword(write, passwordHash, 'password-reset'))) throw refused();
        await rememberDevice(trx, userId, device, now());
      });
      await limits.forgive(attempt);
      sendDevice(request, reply, device);
      return sendJson(reply, 200, toJson(authEndpoints.resetPassword, { responseMessage: resetTexts.done }));
    },
    { work: 'none' },
  );
}
