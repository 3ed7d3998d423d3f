/** Whether a user gets the weekly mail: their own setting, which only they change. */
import { errorTexts } from '#contract/core/errors.ts';
import { weeklyMailEndpoints } from '#contract/core/accounts/weeklyMail.ts';
import type { Database, Trx } from '../db/tables.ts';
import { ApiError } from '../http/errors.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';
import type { Write } from '../records/write.ts';
import { lockUser } from './changePassword.ts';

async function isEnabled(db: Database | Trx, userId: number): Promise<boolean> {
  const row = await db.selectFrom('app_user').select('weekly_mail').where('id', '=', userId).executeTakeFirst();
  return row?.weekly_mail === 1;
}

async function setEnabled({ trx, actor, audit }: Write, wanted: boolean): Promise<void> {
  const user = await lockUser(trx, actor.userId);
  if (!user) throw new ApiError('unauthenticated', errorTexts.unauthenticated);
  const before = { ...user, weeklyMail: await isEnabled(trx, actor.userId) };
  // Its updated_at stays, so that a form of the account that is open meanwhile can still be saved.
  await trx
    .updateTable('app_user')
    .set({ weekly_mail: wanted ? 1 : 0 })
    .where('id', '=', actor.userId)
    .execute();
  const after = { ...user, weeklyMail: wanted };
  await audit({ action: 'update', resource: 'users', recordId: actor.userId, before, after });
}

/** Registers the calls of the setting. */
export function registerWeeklyMail(routes: Routes): void {
  const { store, config } = routes.services;
  const hasMailServer = config.smtpUrl !== undefined;
  routes.raw(weeklyMailEndpoints.read, async (_, context) => {
    const wanted = await isEnabled(store.db, context.user?.userId ?? 0);
    return sendJson(context.reply, 200, toJson(weeklyMailEndpoints.read, { wanted, hasMailServer }));
  });
  routes.write(weeklyMailEndpoints.update, async ({ body: { wanted } }, write) => {
    await setEnabled(write, wanted);
    return { wanted, hasMailServer };
  });
}
