/** Sign-in and sign-out (specification §7 Auth, docs/domain.md, Sessions). */
import { authEndpoints, loginTexts } from '#contract/core/accounts/auth.ts';
import { errorTexts } from '#contract/core/errors.ts';
import { sessionTexts } from '#contract/core/accounts/sessions.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError } from '../http/errors.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';
import { emailKey, findActiveUser, lockUnchanged } from './accounts.ts';
import { findKnownDevice, newDevice, rememberDevice, sendDevice } from './devices.ts';
import {
  clearKeptDevice,
  endSentDevices,
  findKeptDevice,
  isFromKeptDevice,
  keepDevice,
  sendKeptDevice,
  useKeptDevice,
} from './keptDevices.ts';
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
      const at = now();
      const origin = originOf(request);
      const { token, kept } = await inTransaction(store.db, async (trx) => {
        // Verification is slow: password, role or status may have changed meanwhile.
        if (!(await lockUnchanged(trx, userId, match.passwordHash))) throw refused();
        await rememberDevice(trx, userId, device, at);
        await auditSession(trx, 'sign-in', match.user, at);
        await endSentDevices(trx, request);
        const keeping = body.keepSignedIn
          ? await keepDevice(trx, userId, at, config.session.lifetimeMs, origin)
          : undefined;
        const opened = await openSession(trx, userId, at, config.session, { ...origin, device: keeping });
        return { token: opened, kept: keeping };
      });
      await limits.forgive(attempt);
      sendDevice(request, reply, device);
      if (kept) sendKeptDevice(request, reply, kept, at);
      else clearKeptDevice(request, reply);
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

  routes.raw(
    authEndpoints.reopen,
    async ({ body: { userId } }, { request, reply }) => {
      const sent = await findKeptDevice(store.db, userId, request);
      const account = String(userId);
      // Strangers alone: a wrong secret for a kept device is the last one.
      if (!sent) {
        await limits.count({ what: 'reopen a session', account, address: request.ip, knownDevice: undefined });
      }
      const at = now();
      const origin = originOf(request);
      const opened =
        sent &&
        (await inTransaction(store.db, async (trx) => {
          const use = await useKeptDevice(trx, sent, at, origin);
          return (
            use && { ...use, token: await openSession(trx, userId, at, config.session, { ...origin, device: use }) }
          );
        }));
      if (!opened) {
        clearKeptDevice(request, reply);
        throw new ApiError('unauthenticated', errorTexts.unauthenticated);
      }
      if (opened.next) sendKeptDevice(request, reply, opened.next, at);
      return sendJson(reply, 200, toJson(authEndpoints.reopen, { token: opened.token, userData: opened.user }));
    },
    { work: 'none' },
  );

  routes.raw(
    authEndpoints.endKept,
    async (_, { request, reply }) => {
      // Strangers must not wait among writes.
      if (await isFromKeptDevice(store.db, request)) {
        await inTransaction(store.db, async (trx) => await endSentDevices(trx, request));
      }
      clearKeptDevice(request, reply);
      return sendJson(reply, 200, toJson(authEndpoints.endKept, { message: sessionTexts.ended }));
    },
    { work: 'none' },
  );

  routes.raw(authEndpoints.signOut, async (_, { user, request, reply }) => {
    if (user) {
      await inTransaction(store.db, async (trx) => {
        await endSession(trx, user.tokenHash);
        await endSentDevices(trx, request);
        await auditSession(trx, 'sign-out', user, now());
      });
    }
    clearKeptDevice(request, reply);
    return sendJson(reply, 200, toJson(authEndpoints.signOut, { message: 'Signed out.' }));
  });
}
