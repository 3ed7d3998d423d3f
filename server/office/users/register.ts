/**
 * Registration of accounts, including the first administrator at setup (specification §7 Auth,
 * docs/domain.md, First administrator).
 */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { authEndpoints, setupTexts } from '#contract/core/accounts/auth.ts';
import { refusalTexts } from '#contract/core/refusals.ts';
import { emailKey, findActiveUser, needsFirstAdministrator } from '../../core/auth/accounts.ts';
import { hashPassword, isPassword } from '../../core/auth/passwords.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { ApiError, conflict, invalid } from '../../core/http/errors.ts';
import { isFromThisMachine } from '../../core/http/requestOrigin.ts';
import { repeatableOf } from '../../core/http/input.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { loadSampleData } from '../sample/sample.ts';
import type { Services } from '../../core/services.ts';
import { addFirstAdministrator, addUser, checkMayAdd } from './actions.ts';

function isSetupCode(sent: string | undefined, code: string): boolean {
  const [a, b] = [Buffer.from(sent ?? ''), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Only a request from this machine without a proxy, under its own name, needs no setup code
 * (docs/domain.md, First administrator).
 */
function needsSetupCode({ config }: Services, request: FastifyRequest): boolean {
  return config.trustProxy !== false || !isFromThisMachine(request, config);
}

/** Registers the endpoints that add accounts. */
export function registerRegistration(routes: Routes): void {
  const { store, now, limits, setupCode } = routes.services;

  routes.raw(authEndpoints.setup, async (_, { request, reply }) => {
    const needed = await needsFirstAdministrator(store.db);
    const setup = {
      needsFirstAdministrator: needed,
      needsSetupCode: needed && needsSetupCode(routes.services, request),
    };
    return sendJson(reply, 200, toJson(authEndpoints.setup, setup));
  });

  routes.raw(
    authEndpoints.register,
    async ({ body }, context) => {
      const { user: actor, request, reply } = context;
      const { password, loadSampleData: wantsSampleData, setupCode: sentCode, ...fields } = body;
      const isFirst = !actor && (await needsFirstAdministrator(store.db));
      if (isFirst && needsSetupCode(routes.services, request)) {
        await limits.count({ what: 'set up', account: '', address: request.ip, knownDevice: undefined });
        if (!isSetupCode(sentCode, setupCode))
          throw invalid({ setupCode: [setupTexts.codeWrong] }, setupTexts.codeWrong);
      }
      const at = now().toISOString();

      if (isFirst) {
        return await routes.inPasswordSlot(context, undefined, async () => {
          const user = { ...fields, status: 1, passwordHash: await hashPassword(password) } as const;
          const administrator = await inTransaction(store.db, async (trx) => {
            const first = await addFirstAdministrator(trx, user, at);
            if (!first) throw conflict(setupTexts.alreadyDone);
            if (wantsSampleData) await loadSampleData(trx, first.userId, now(), routes.services.config.timeZone);
            return first;
          });
          return sendJson(reply, 201, toJson(authEndpoints.register, administrator));
        });
      }
      checkMayAdd(actor, fields.userRole, request.headers.authorization !== undefined);
      return await routes.inPasswordSlot(context, undefined, async () => {
        const user = { ...fields, status: 1, passwordHash: await hashPassword(password) } as const;
        // The idempotency key must not store the password: all other fields identify a repeat.
        const repeatable = repeatableOf(request, `user ${actor.userId}`, fields);
        let isRepeat = true;
        const { status, text } = await routes.perform(context, repeatable, async (write, stillActor) => {
          isRepeat = false;
          checkMayAdd(stillActor, fields.userRole, true);
          return { status: 201, text: toJson(authEndpoints.register, await addUser(write, user)) };
        });
        if (isRepeat) {
          // The account has the password of the first request; a repeat with another one must not look successful.
          const first = await findActiveUser(store.db, emailKey(fields.email));
          if (!(await isPassword(password, first?.passwordHash)))
            throw new ApiError('key_reused', refusalTexts.keyReused);
        }
        return sendJson(reply, status, text);
      });
    },
    { work: 'none' },
  );
}
