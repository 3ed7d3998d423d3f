import { inwardEndpoints, inwardRecord } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { encoderOf } from '../../core/http/answers.ts';
import { notFound } from '../../core/http/errors.ts';
import type { Routes } from '../../core/http/routes.ts';
import { listReader } from '../../core/lists/listing.ts';
import { registerFileReads } from '../../core/records/attachments.ts';
import { findLastLines } from '../../stock/ledger/lastLines.ts';
import { findMaterialNames } from '../../stock/names/materialNames.ts';
import { inwardBill, inwardDocument } from './actions.ts';
import { findInward, inwardList, inwardSums, toSummary, addLines } from './queries.ts';
import { findInvoiceNumberUse, findWarnings } from './warnings.ts';

/** Registers the calls of inwards. */
export function registerInward(routes: Routes): void {
  const { store } = routes.services;
  const { db } = store;
  routes.listOf(inwardEndpoints.list, inwardList, (_, rows) => Promise.resolve(rows.map(toSummary)));
  routes.listOf(inwardEndpoints.listWithLines, inwardList, addLines);

  routes.sumsOf(inwardEndpoints.totals, listReader(store.engine, inwardList).sums(inwardSums));

  registerFileReads(
    routes,
    { get: inwardEndpoints.get, file: inwardEndpoints.bill },
    { ...inwardBill, notFound: inwardTexts.notFound, fileName: 'inward' },
    async (snapshot, id) => {
      const inward = await findInward(snapshot, id);
      return inward && encoderOf(inwardRecord)(inward);
    },
  );

  routes.read(inwardEndpoints.lastPrice, async ({ params: { id }, query }) => {
    const { exists, last } = await readSnapshot(db, async (snapshot) => ({
      exists: (await findMaterialNames(snapshot, [id])).has(id),
      last: (await findLastLines(snapshot, [id], query)).get(id),
    }));
    if (!exists) throw notFound(inwardTexts.materialUnknown);
    return { pricePerUnit: last?.pricePerUnit ?? null, quantity: last?.quantity ?? null };
  });
  routes.read(inwardEndpoints.invoiceNumberUse, async ({ query: { supplierId, invoiceNumber, exceptId } }) => ({
    inward: await findInvoiceNumberUse(db, supplierId, invoiceNumber, exceptId),
  }));
  inwardDocument.register(routes, inwardEndpoints, async (trx, inward) => ({
    ...inward,
    warnings: await findWarnings(trx, inward),
  }));
}
