/** What people do with their own account: see and end their sessions, change their password. Administrators end others'. */
import { errorTexts } from '#contract/errors.ts';
import { can } from '#contract/permissions.ts';
import { profileTexts, sessionEndpoints, sessionTexts } from '#contract/sessions.ts';
import type { SignedIn } from '../http/access.ts';
import { ApiFault, invalid } from '../http/errors.ts';
import { repeatableOf, sendJson, toJson, type Routes } from '../http/routes.ts';
import { perform, type Write } from '../http/write.ts';
import { changePassword } from '../users/actions.ts';
import { findPasswordHash, holdUnchanged } from '../users/queries.ts';
import { endAllSessions, endOneSession, listSessions, listSessionsOf } from './openSessions.ts';
import { hashPassword, isPassword } from './passwords.ts';

function mustBe(user: SignedIn | undefined): SignedIn {
  if (!user) throw new ApiFault('unauthenticated', errorTexts.unauthenticated);
  return user;
}

function registerSessionList(routes: Routes): void {
  const { store, now } = routes.services;

  routes.raw(sessionEndpoints.own, async (_, asked) => {
    const user = mustBe(asked.user);
    const sessions = await listSessions(store.db, user.userId, user.tokenHash, now());
    return sendJson(asked.reply, 200, toJson(sessionEndpoints.own, sessions));
  });

  routes.raw(sessionEndpoints.ofUser, async ({ params }, asked) => {
    const sessions = await listSessionsOf(store.db, params.id, mustBe(asked.user).tokenHash, now());
    return sendJson(asked.reply, 200, toJson(sessionEndpoints.ofUser, sessions));
  });
}

function registerEnding(routes: Routes): void {
  const { store, now } = routes.services;

  /** Ends what `work` ends, in one transaction, and says `message`. */
  async function end(user: SignedIn, message: string, work: (write: Write) => Promise<void>): Promise<string> {
    const actor = { userId: user.userId, at: now().toISOString() };
    const { text } = await perform(store.db, actor, undefined, async (write) => {
      await work(write);
      return { status: 200, text: toJson(sessionEndpoints.end, { message }) };
    });
    return text;
  }

  routes.raw(sessionEndpoints.endOthers, async (_, asked) => {
    const user = mustBe(asked.user);
    const work = (write: Write) => endAllSessions(write, user.userId, user.tokenHash);
    return sendJson(asked.reply, 200, await end(user, sessionTexts.endedAll, work));
  });

  routes.raw(sessionEndpoints.endAllOfUser, async ({ params }, asked) => {
    const user = mustBe(asked.user);
    const work = (write: Write) => endAllSessions(write, params.id, user.tokenHash);
    return sendJson(asked.reply, 200, await end(user, sessionTexts.endedAll, work));
  });

  routes.raw(sessionEndpoints.end, async ({ params }, asked) => {
    const user = mustBe(asked.user);
    // To whoever may not end it, somebody else's session is none: its number says nothing.
    const onlyOf = can(user.userRole, 'update', 'users') ? undefined : user.userId;
    const work = (write: Write) => endOneSession(write, params.id, onlyOf);
    return sendJson(asked.reply, 200, await end(user, sessionTexts.ended, work));
  });
}

function registerPassword(routes: Routes): void {
  const { store, now, limits } = routes.services;

  routes.raw(
    sessionEndpoints.changePassword,
    async ({ body }, asked) => {
      const { request } = asked;
      const user = mustBe(asked.user);
      const { userId, tokenHash } = user;
      const account = `password ${userId}`;
      await limits.count(account, request.ip);
      const stored = await findPasswordHash(store.db, userId);
      const isRight = await isPassword(body.currentPassword, stored);
      // A hash takes long, so it is made before the transaction holds anything.
      const passwordHash = isRight ? await hashPassword(body.newPassword) : undefined;
      // The stored key must hold neither password; whether a repeat asks for the same is told by the new one.
      const repeatable = repeatableOf(request, `user ${userId}`, 'password');
      const actor = { userId, at: now().toISOString() };
      let isRepeat = true;
      const { status, text } = await perform(store.db, actor, repeatable, async (write) => {
        isRepeat = false;
        const wrong = { currentPassword: [profileTexts.currentWrong] };
        if (stored === undefined || passwordHash === undefined) throw invalid(wrong, profileTexts.currentWrong);
        // Checking a password takes long; it, the role or the status may have been changed meanwhile.
        if (!(await holdUnchanged(write.trx, userId, stored))) throw invalid(wrong, profileTexts.currentWrong);
        if (!(await changePassword(write, passwordHash, 'password-change', tokenHash)))
          throw invalid(wrong, profileTexts.currentWrong);
        const message = profileTexts.passwordChanged;
        return { status: 200, text: toJson(sessionEndpoints.changePassword, { message }) };
      });
      // Read anew: the first of two at once may have changed it since.
      if (isRepeat && !(await isPassword(body.newPassword, await findPasswordHash(store.db, userId)))) {
        throw new ApiFault('key_reused', errorTexts.keyReused);
      }
      await limits.forgive(account, request.ip);
      return sendJson(asked.reply, status, text);
    },
    { line: 'passwords' },
  );
}

/** Registers the calls of one's own account, and those by which administrators end the sessions of others. */
export function registerProfile(routes: Routes): void {
  registerSessionList(routes);
  registerEnding(routes);
  registerPassword(routes);
}
