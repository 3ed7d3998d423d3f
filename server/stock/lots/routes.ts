import { stockLedgerEndpoints } from '#contract/stock/lots/stockLedger.ts';
import { itemEndpoints, itemTexts } from '#contract/stock/items/items.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { stockOnEndpoints } from '#contract/stock/lots/stockOn.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { holdLot, releaseLot, updateItem, updateLot } from './actions.ts';
import { findLedger } from './stockLedger.ts';
import { findMarkets } from './markets.ts';
import { proposeBatch } from './nextBatch.ts';
import { findItem, findWholeLot, itemList, lotList, withDocuments } from './queries.ts';
import { worthReader } from './totals.ts';
import { itemsOn } from './itemsOn.ts';
import { lotsOn } from './lotsOn.ts';
import { valueReader } from './stockOn.ts';

/** Stock on a day and ledgers read many movements. */
function registerStockOn(routes: Routes): void {
  routes.longList(stockOnEndpoints.items, itemsOn);
  routes.longList(stockOnEndpoints.lots, lotsOn);
  routes.sumsOf(stockOnEndpoints.value, valueReader(routes.services.store.engine));
  routes.raw(stockLedgerEndpoints.get, async ({ query }, context) => {
    const ledger = await routes.longRead(context, async (snapshot) => await findLedger(snapshot, query));
    return sendJson(context.reply, 200, toJson(stockLedgerEndpoints.get, ledger));
  });
}

/** Registers the calls of lots, items and stock on a day. */
export function registerLots(routes: Routes): void {
  const { store, today } = routes.services;
  const { db, engine } = store;
  routes.listOf(lotEndpoints.list, lotList, withDocuments);
  routes.sumsOf(lotEndpoints.totals, worthReader(engine));
  routes.read(lotEndpoints.get, async ({ params }) => {
    const lot = await readSnapshot(db, async (snapshot) => await findWholeLot(snapshot, params.id));
    if (!lot) throw notFound(lotTexts.notFound);
    return lot;
  });
  routes.read(lotEndpoints.markets, async ({ params, query }) => {
    const day = query.on ?? today();
    const found = await readSnapshot(db, async (snapshot) => await findMarkets(snapshot, params.id, day));
    if (!found) throw notFound(lotTexts.notFound);
    return found;
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
  registerStockOn(routes);
  routes.write(itemEndpoints.update, async ({ params, body }, write) => await updateItem(write, params.id, body));
}
