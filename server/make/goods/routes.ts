import { batchCostEndpoints } from '#contract/make/batchCosts.ts';
import { goodEndpoints, goodTexts } from '#contract/make/goods.ts';
import { restoreEndpoint } from '#contract/core/restore.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import { findSchemeClaims } from '../../stock/origins/schemeClaims.ts';
import type { Routes } from '../../core/http/routes.ts';
import {
  createFinishedGood,
  deleteFinishedGood,
  findBatchNumberUse,
  restoreFinishedGood,
  updateFinishedGood,
} from './actions.ts';
import { batchCostList, batchCostTotals, withCosts } from './batchCosts.ts';
import { findFinishedGood, finishedGoodList, quantityPerProduct } from './queries.ts';

/** Registers the calls of finished goods, and of what they cost. */
export function registerFinishedGoods(routes: Routes): void {
  const { store, today } = routes.services;
  const { db, engine } = store;
  routes.listOf(batchCostEndpoints.list, batchCostList, withCosts);
  routes.sumsOf(batchCostEndpoints.totals, batchCostTotals(engine));
  routes.list(goodEndpoints.list, finishedGoodList(today));
  routes.read(goodEndpoints.perProduct, async () => await quantityPerProduct(db, today()));
  routes.read(
    goodEndpoints.batchNumberUse,
    async ({ query }) => await findBatchNumberUse(db, query.batchNumber, query.exceptId),
  );
  routes.read(goodEndpoints.get, async ({ params }) => {
    const day = today();
    const finishedGood = await readSnapshot(db, async (snapshot) => {
      const stored = await findFinishedGood(snapshot, params.id, day);
      const claims = stored && (await findSchemeClaims(snapshot, [stored.lotId]));
      return stored && { ...stored, claims: claims?.get(stored.lotId) ?? [] };
    });
    if (!finishedGood) throw notFound(goodTexts.notFound);
    return finishedGood;
  });
  routes.write(goodEndpoints.create, async ({ body }, write) => await createFinishedGood(write, body, today()));
  routes.write(
    goodEndpoints.update,
    async ({ params, body }, write) => await updateFinishedGood(write, params.id, body, today()),
  );
  routes.write(goodEndpoints.remove, async ({ params }, write) => await deleteFinishedGood(write, params.id, today()));
  routes.write(
    restoreEndpoint('goods'),
    async ({ params }, write) => await restoreFinishedGood(write, params.id, today()),
  );
}
