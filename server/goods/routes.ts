import { goodEndpoints, goodTexts } from '#contract/goods.ts';
import { notFound } from '../http/errors.ts';
import type { Routes } from '../http/routes.ts';
import { finderOf } from '../masters/crudQueries.ts';
import { createGood, goodActions, goods, isBatchUsed, updateGood } from './actions.ts';
import { goodList, quantityPerProduct, type Good } from './queries.ts';

export function registerGoods(routes: Routes): void {
  const { db } = routes.services.store;
  routes.list(goodEndpoints.list, goodList(goods));
  routes.read(goodEndpoints.perProduct, async () => await quantityPerProduct(db));
  routes.read(goodEndpoints.batchNumberUse, async ({ query }) => ({
    used: await isBatchUsed(db, query.batchNumber, query.exceptId),
  }));
  const find = finderOf<Good>(goods);
  routes.read(goodEndpoints.get, async ({ params }) => {
    const found = await find(db, params.id);
    if (!found) throw notFound(goodTexts.notFound);
    return found;
  });
  routes.write(goodEndpoints.create, async ({ body }, write) => await createGood(write, body));
  routes.write(goodEndpoints.update, async ({ params, body }, write) => await updateGood(write, params.id, body));
  routes.write(goodEndpoints.remove, async ({ params }, write) => await goodActions.remove(write, params.id));
}
