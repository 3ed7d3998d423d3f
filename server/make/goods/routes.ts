import { goodEndpoints, goodTexts } from '#contract/make/goods.ts';
import { restoreEndpoint } from '#contract/core/restore.ts';
import { notFound } from '../../core/http/errors.ts';
import type { Routes } from '../../core/http/routes.ts';
import { createGood, deleteGood, findBatchUse, restoreGood, updateGood } from './actions.ts';
import { findGood, goodList, quantityPerProduct } from './queries.ts';

/** Registers the calls of finished goods. */
export function registerGoods(routes: Routes): void {
  const { store, today } = routes.services;
  const { db } = store;
  routes.list(goodEndpoints.list, goodList(today));
  routes.read(goodEndpoints.perProduct, async () => await quantityPerProduct(db, today()));
  routes.read(
    goodEndpoints.batchNumberUse,
    async ({ query }) => await findBatchUse(db, query.batchNumber, query.exceptId),
  );
  routes.read(goodEndpoints.get, async ({ params }) => {
    const good = await findGood(db, params.id, today());
    if (!good) throw notFound(goodTexts.notFound);
    return good;
  });
  routes.write(goodEndpoints.create, async ({ body }, write) => await createGood(write, body, today()));
  routes.write(
    goodEndpoints.update,
    async ({ params, body }, write) => await updateGood(write, params.id, body, today()),
  );
  routes.write(goodEndpoints.remove, async ({ params }, write) => await deleteGood(write, params.id, today()));
  routes.write(restoreEndpoint('goods'), async ({ params }, write) => await restoreGood(write, params.id, today()));
}
