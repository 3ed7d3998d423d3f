import { itemTexts } from '#contract/stock/items/items.ts';
import { massBalanceEndpoints } from '#contract/prove/massBalance.ts';
import { notFound } from '../../core/http/errors.ts';
import { sendJson, type Routes } from '../../core/http/routes.ts';
import { balanceRead } from './balanceRead.ts';
import { organicBalancesRead } from './organicBalances.ts';

/** Registers the calls of mass balances. */
export function registerMassBalance(routes: Routes): void {
  const { store } = routes.services;
  routes.raw(massBalanceEndpoints.read, async ({ query }, context) => {
    const balance = await routes.inSlot('longRead', context, async () => await balanceRead.run(store, query));
    if (!balance) throw notFound(itemTexts.notFound);
    return sendJson(context.reply, 200, balance);
  });
  routes.raw(massBalanceEndpoints.organic, async ({ query }, context) => {
    const balances = await routes.inSlot('longRead', context, async () => await organicBalancesRead.run(store, query));
    return sendJson(context.reply, 200, balances);
  });
}
