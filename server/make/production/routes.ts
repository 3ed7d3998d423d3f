import { materialStockEndpoints } from '#contract/stock/items/materialStock.ts';
import { productionEndpoints, productionTexts } from '#contract/make/production.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import type { Routes } from '../../core/http/routes.ts';
import { findMaterialNames } from '../../stock/names/materialNames.ts';
import { createProduction, createProductions, deleteProduction, updateProduction } from './actions.ts';
import {
  dayList,
  findLastQuantities,
  findProduction,
  findProductionLots,
  findStock,
  productionList,
  reportList,
  stockList,
  withConsumption,
} from './queries.ts';

/** Registers the calls of productions, as the specification has them. */
export function registerProduction(routes: Routes): void {
  const { db } = routes.services.store;
  routes.list(productionEndpoints.list, productionList);
  routes.list(materialStockEndpoints.list, stockList);
  routes.list(productionEndpoints.report, reportList);
  routes.listOf(productionEndpoints.reportDays, dayList, withConsumption);

  routes.read(materialStockEndpoints.get, async ({ params }) => {
    const stock = await findStock(db, params.id);
    if (!stock) throw notFound(productionTexts.materialUnknown);
    return stock;
  });
  routes.read(productionEndpoints.lastQuantity, async ({ params: { id }, query }) => {
    const { exists, quantity } = await readSnapshot(db, async (snapshot) => ({
      exists: (await findMaterialNames(snapshot, [id])).has(id),
      quantity: (await findLastQuantities(snapshot, [id], query.exceptId)).get(id) ?? null,
    }));
    if (!exists) throw notFound(productionTexts.materialUnknown);
    return { quantity };
  });
  routes.read(productionEndpoints.get, async ({ params }) => {
    const { production, lots } = await readSnapshot(db, async (snapshot) => ({
      production: await findProduction(snapshot, params.id),
      lots: await findProductionLots(snapshot, params.id),
    }));
    if (!production) throw notFound(productionTexts.notFound);
    return { ...production, lots };
  });

  routes.write(productionEndpoints.create, async ({ body }, write) => await createProduction(write, body));
  routes.write(productionEndpoints.createMany, async ({ body }, write) => await createProductions(write, body));
  routes.write(
    productionEndpoints.update,
    async ({ params, body }, write) => await updateProduction(write, params.id, body),
  );
  routes.write(productionEndpoints.remove, async ({ params }, write) => await deleteProduction(write, params.id));
}
