/** Own account: list and end sessions, change the password. Administrators end sessions of others. */
import { errorTexts } from '#contract/core/errors.ts';
import { refusalTexts } from '#contract/core/refusals.ts';
import { can } from '#contract/permissions.ts';
import { profileTexts, sessionEndpoints, sessionTexts } from '#contract/core/accounts/sessions.ts';
import type { SignedIn } from './sessions.ts';
import { ApiError, invalid } from '../http/errors.ts';
import { repeatableOf } from '../http/input.ts';
import { sendJson, toJson, type RequestContext, type Routes } from '../http/routes.ts';
import type { Write } from '../records/write.ts';
import { changePassword } from './changePassword.ts';
import { findPasswordHash, lockUnchanged } from './accounts.ts';
import { newDevice, rememberDevice, sendDevice } from './devices.ts';
import { clearKeptDevice } from './keptDevices.ts';
import { endAllSessions, endOneSession, listSessions } from './openSessions.ts';
import { hashPassword, isPassword } from './passwords.ts';

function mustBe(user: SignedIn | undefined): SignedIn {
  if (!user) throw new ApiError('unauthenticated', errorTexts.unauthenticated);
  return user;
}

function registerSessionList(routes: Routes): void {
  const { store, now } = routes.services;

  routes.raw(sessionEndpoints.own, async (_, context) => {
    const user = mustBe(context.user);
    const sessions = await listSessions(store.db, user.userId, user.tokenHash, now());
    return sendJson(context.reply, 200, toJson(sessionEndpoints.own, sessions));
  });

  routes.raw(sessionEndpoints.ofUser, async ({ params }, context) => {
    const sessions = await listSessions(store.db, params.id, mustBe(context.user).tokenHash, now());
    return sendJson(context.reply, 200, toJson(sessionEndpoints.ofUser, sessions));
  });
}

function registerEnding(routes: Routes): void {
  /** Ends sessions by `work` in one transaction and answers `message`. */
  async function end(context: RequestContext, message: string, work: (write: Write, user: SignedIn) => Promise<void>) {
    const { status, text } = await routes.perform(context, undefined, async (write, user) => {
      await work(write, user);
      return { status: 200, text: toJson(sessionEndpoints.end, { message }) };
    });
    return sendJson(context.reply, status, text);
  }

  routes.raw(sessionEndpoints.endOthers, async (_, context) => {
    return await end(context, sessionTexts.endedAll, (write, { userId, tokenHash }) =>
      endAllSessions(write, userId, tokenHash),
    );
  });

  routes.raw(sessionEndpoints.endAllOfUser, async ({ params }, context) => {
    return await end(context, sessionTexts.endedAll, (write, { tokenHash }) =>
      endAllSessions(write, params.id, tokenHash),
    );
  });

  routes.raw(sessionEndpoints.end, async ({ params }, context) => {
    return await end(context, sessionTexts.ended, (write, { userId, userRole }) => {
      // Another user's session is a 404 to users who may not end it, so its id reveals nothing.
      const onlyOf = can(userRole, 'update', 'users') ? undefined : userId;
      return endOneSession(write, params.id, onlyOf);
    });
  });
}

function registerPassword(routes: Routes): void {
  const { store, limits, now } = routes.services;

  routes.raw(
    sessionEndpoints.changePassword,
    async ({ body }, context) => {
      const { request } = context;
      const user = mustBe(context.user);
      const { userId, tokenHash } = user;
      const attempt = {
        what: 'change the password',
        account: String(userId),
        address: request.ip,
        // A signed-in user has a limit of their own, apart from strangers.
        knownDevice: 'any session',
      } as const;
      await limits.count(attempt);
      const stored = await findPasswordHash(store.db, userId);
      const isRight = await isPassword(body.currentPassword, stored);
      // Hashing is slow, so it happens before the transaction takes locks.
      const passwordHash = isRight ? await hashPassword(body.newPassword) : undefined;
      // The idempotency key must not store a password; the new one identifies a repeat (checked below).
      const repeatable = repeatableOf(request, `user ${userId}`, 'password');
      const device = newDevice();
      let isRepeat = true;
      const { status, text } = await routes.perform(context, repeatable, async (write) => {
        isRepeat = false;
        const wrong = { currentPassword: [profileTexts.currentWrong] };
        if (stored === undefined || passwordHash === undefined) throw invalid(wrong, profileTexts.currentWrong);
        // Verification is slow: password, role or status may have changed meanwhile.
        if (!(await lockUnchanged(write.trx, userId, stored))) throw invalid(wrong, profileTexts.currentWrong);
        if (!(await changePassword(write, passwordHash, 'password-change', tokenHash)))
          throw invalid(wrong, profileTexts.currentWrong);
        await rememberDevice(write.trx, userId, device, now());
        const message = profileTexts.passwordChanged;
        return { status: 200, text: toJson(sessionEndpoints.changePassword, { message }) };
      });
      // Read again: a concurrent request may have changed it.
      if (isRepeat && !(await isPassword(body.newPassword, await findPasswordHash(store.db, userId)))) {
        throw new ApiError('key_reused', refusalTexts.keyReused);
      }
      if (!isRepeat) {
        sendDevice(request, context.reply, device);
        clearKeptDevice(request, context.reply);
      }
      await limits.forgive(attempt);
      return sendJson(context.reply, status, text);
    },
    { work: 'password' },
  );
}

/** Registers the endpoints of the own account, and those by which administrators end sessions of others. */
export function registerProfile(routes: Routes): void {
  registerSessionList(routes);
  registerEnding(routes);
  registerPassword(routes);
}
