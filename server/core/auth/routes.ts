/** Sign-in and sign-out (specification §7 Auth, docs/domain.md, Sessions). */
import { authEndpoints, loginTexts } from '#contract/core/accounts/auth.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError } from '../http/errors.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';
import { emailKey, findActiveUser, lockUnchanged } from './accounts.ts';
import { findKnownDevice, newDevice, rememberDevice, sendDevice } from './devices.ts';
import { isPassword } from './passwords.ts';
import { endSession, findSession, openSession, originOf } from './sessions.ts';
import { auditRefusal, auditSession } from './authAudit.ts';

/** Registers the endpoints for sign-in and sign-out. */
export function registerAuth(routes: Routes): void {
  const { store, now, limits, config } = routes.services;
  const refused = () => new ApiError('unauthenticated', loginTexts.refused);

  routes.raw(
    authEndpoints.signIn,
    async ({ body }, context) => {
      const { request, reply } = context;
      const account = emailKey(body.userName);
      const known = await findKnownDevice(store.db, account, request);
      const attempt = { what: 'sign in', account, address: request.ip, knownDevice: known?.hash } as const;
      await limits.count(attempt);
      const { match, isRight } = await routes.inPasswordSlot(context, known, async () => {
        const user = await findActiveUser(store.db, account);
        return { match: user, isRight: await isPassword(body.userPassword, user?.passwordHash) };
      });
      if (!isRight || !match) {
        if (match)
          routes.afterAnswer(
            () => auditRefusal(routes.services, match.user),
            'refused sign-in not recorded in the history',
          );
        throw refused();
      }
      const { userId } = match.user;
      const device = known ?? newDevice();
      const token = await inTransaction(store.db, async (trx) => {
        // Verification is slow: password, role or status may have changed meanwhile.
        if (!(await lockUnchanged(trx, userId, match.passwordHash))) throw refused();
        const at = now();
        await rememberDevice(trx, userId, device, at);
        await auditSession(trx, 'sign-in', match.user, at);
        return await openSession(trx, userId, at, config.session, originOf(request));
      });
      await limits.forgive(attempt);
      sendDevice(request, reply, device);
      return sendJson(reply, 200, toJson(authEndpoints.signIn, { token, userData: match.user }));
    },
    { work: 'none' },
  );

  routes.raw(
    authEndpoints.validateToken,
    async ({ body }, { reply }) => {
      const user = await findSession(store.db, body.jwtToken, now());
      if (!user) throw refused();
      return sendJson(reply, 200, toJson(authEndpoints.validateToken, { token: body.jwtToken, userData: user }));
    },
    // Writes nothing: strangers must not wait among writes.
    { work: 'none' },
  );

  routes.raw(authEndpoints.signOut, async (_, { user, reply }) => {
    if (user) {
      await inTransaction(store.db, async (trx) => {
        await endSession(trx, user.tokenHash);
        await auditSession(trx, 'sign-out', user, now());
      });
    }
    return sendJson(reply, 200, toJson(authEndpoints.signOut, { message: 'Signed out.' }));
  });
}
