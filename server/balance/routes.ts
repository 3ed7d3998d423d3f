import { massBalanceEndpoints, massBalanceTexts } from '#contract/massBalance.ts';
import { readSnapshot } from '../db/snapshot.ts';
import { notFound } from '../http/errors.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';
import { findMassBalance } from './massBalance.ts';

export function registerMassBalance(routes: Routes): void {
  const { searches } = routes.services.store;
  routes.raw(massBalanceEndpoints.read, async ({ query }, asked) => {
    const balance = await routes.inSlot('search', asked, async () => {
      return await readSnapshot(searches, async (snapshot) => await findMassBalance(snapshot, query));
    });
    if (!balance) throw notFound(massBalanceTexts.itemUnknown);
    return sendJson(asked.reply, 200, toJson(massBalanceEndpoints.read, balance));
  });
}
