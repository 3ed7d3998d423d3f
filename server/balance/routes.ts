import { massBalanceEndpoints, massBalanceTexts } from '#contract/massBalance.ts';
import { notFound } from '../http/errors.ts';
import { sendJson, type Routes } from '../http/routes.ts';
import { balanceRead } from './balanceRead.ts';

/** Registers the calls of mass balances. */
export function registerMassBalance(routes: Routes): void {
  const { store } = routes.services;
  routes.raw(massBalanceEndpoints.read, async ({ query }, context) => {
    const balance = await routes.inSlot('search', context, async () => await balanceRead.run(store, query));
    if (!balance) throw notFound(massBalanceTexts.itemUnknown);
    return sendJson(context.reply, 200, balance);
  });
}
