import { productTexts } from '#contract/masters/products.ts';
import { findItemOverview } from '../../stock/lots/itemOverview.ts';
import { materialTexts } from '#contract/masters/materials.ts';
import { itemOverviewEndpoints } from '#contract/stock/items/itemOverview.ts';
import { inwardOverviewEndpoint } from '#contract/buy/inwardOverview.ts';
import { partyOverviewEndpoints } from '#contract/masters/partyOverviews.ts';
import { buyerTexts } from '#contract/masters/buyers.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { supplierTexts } from '#contract/masters/suppliers.ts';
import { financialYearOf } from '#contract/core/values/dates.ts';
import type { Routes } from '../../core/http/routes.ts';
import { overviewReader } from '../../core/records/overviewReader.ts';
import { findBuyerOverview } from './buyer.ts';
import { findInwardOverview } from './inward.ts';
import { findSupplierOverview } from './supplier.ts';

/** Registers the calls of record overviews. */
export function registerOverviews(routes: Routes): void {
  const { today } = routes.services;
  const since = () => financialYearOf(today()).from;
  const read = overviewReader(routes);
  read(partyOverviewEndpoints.supplier, supplierTexts.notFound, async (trx, id) => {
    return await findSupplierOverview(trx, id, since());
  });
  read(partyOverviewEndpoints.buyer, buyerTexts.notFound, async (trx, id) => await findBuyerOverview(trx, id, since()));
  read(inwardOverviewEndpoint, inwardTexts.notFound, findInwardOverview);
  read(itemOverviewEndpoints.material, materialTexts.notFound, async (trx, id) => {
    return await findItemOverview(trx, 'raw_material_id', id, today());
  });
  read(itemOverviewEndpoints.product, productTexts.notFound, async (trx, id) => {
    return await findItemOverview(trx, 'product_id', id, today());
  });
}
