import { itemEndpoints, itemTexts } from '#contract/items.ts';
import { lotEndpoints, lotTexts } from '#contract/lots.ts';
import { materialTexts } from '#contract/materials.ts';
import { overviewEndpoints } from '#contract/overviews.ts';
import { productTexts } from '#contract/products.ts';
import { readSnapshot } from '../db/snapshot.ts';
import { notFound } from '../http/errors.ts';
import type { Routes } from '../http/routes.ts';
import { overviewReader } from '../lists/overviewReader.ts';
import { holdLot, releaseLot, updateItem, updateLot } from './actions.ts';
import { findItemOverview } from './itemOverview.ts';
import { proposeBatch } from './nextBatch.ts';
import { findItem, findWholeLot, itemList, lotList, withDocuments } from './queries.ts';

export function registerLots(routes: Routes): void {
  const { store, today } = routes.services;
  const { db } = store;
  routes.listOf(lotEndpoints.list, lotList, withDocuments);
  routes.read(lotEndpoints.get, async ({ params }) => {
    const lot = await readSnapshot(db, async (snapshot) => await findWholeLot(snapshot, params.id));
    if (!lot) throw notFound(lotTexts.notFound);
    return lot;
  });
  routes.write(lotEndpoints.update, async ({ params, body }, write) => await updateLot(write, params.id, body));
  routes.write(lotEndpoints.hold, async ({ params, body }, write) => await holdLot(write, params.id, body.reason));
  routes.write(
    lotEndpoints.release,
    async ({ params, body }, write) => await releaseLot(write, params.id, body.reason),
  );

  routes.list(itemEndpoints.list, itemList);
  routes.read(itemEndpoints.get, async ({ params }) => {
    const item = await findItem(db, params.id);
    if (!item) throw notFound(itemTexts.notFound);
    return item;
  });
  routes.read(
    itemEndpoints.nextBatch,
    async ({ params, query }) =>
      await readSnapshot(db, async (snapshot) => {
        const item = await findItem(snapshot, params.id);
        if (!item) throw notFound(itemTexts.notFound);
        return await proposeBatch(snapshot, { ...item, itemName: item.name }, query.day ?? today());
      }),
  );
  routes.write(itemEndpoints.update, async ({ params, body }, write) => await updateItem(write, params.id, body));

  const readOverview = overviewReader(routes);
  readOverview(overviewEndpoints.material, materialTexts.notFound, async (trx, id) => {
    return await findItemOverview(trx, 'raw_material_id', id, today());
  });
  readOverview(overviewEndpoints.product, productTexts.notFound, async (trx, id) => {
    return await findItemOverview(trx, 'product_id', id, today());
  });
}
