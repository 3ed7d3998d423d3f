import { inwardEndpoints, inwardRecord } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { restoreEndpoint } from '#contract/core/restore.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { encoderOf } from '../../core/http/answers.ts';
import { notFound } from '../../core/http/errors.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { listReader } from '../../core/lists/listing.ts';
import {
  attachmentBodyLimit,
  findAttachment,
  sendAttachment,
  sendWithAttachment,
} from '../../core/records/attachments.ts';
import { findLastLines } from '../../stock/ledger/lastLines.ts';
import { findMaterialNames } from '../../stock/ledger/materialNames.ts';
import { createInward, deleteInward, restoreInward, updateInward } from './actions.ts';
import { findInward, inwardList, inwardSums, toSummary, withLines } from './queries.ts';
import { findInvoiceNumberUse } from './warnings.ts';

const ofInward = { table: 'inward', column: 'bill_id' } as const;

/** Registers the calls of inwards. */
export function registerInward(routes: Routes): void {
  const { store } = routes.services;
  const { db } = store;
  routes.listOf(inwardEndpoints.list, inwardList, (_, rows) => Promise.resolve(rows.map(toSummary)));
  routes.listOf(inwardEndpoints.listWithLines, inwardList, withLines);

  routes.sumsOf(inwardEndpoints.totals, listReader(store, inwardList).sums(inwardSums));

  routes.raw(inwardEndpoints.get, async ({ params }, context) => {
    const { inward, bill } = await readSnapshot(db, async (snapshot) => ({
      inward: await findInward(snapshot, params.id),
      bill: await findAttachment(snapshot, ofInward, params.id),
    }));
    if (!inward) throw notFound(inwardTexts.notFound);
    if (!bill)
      return sendJson(
        context.reply,
        200,
        toJson(inwardEndpoints.get, { ...inward, activeContent: [], billAttachment: null }),
      );
    return await sendWithAttachment(routes, context, encoderOf(inwardRecord)(inward), 'billAttachment', bill);
  });

  routes.raw(inwardEndpoints.bill, async ({ params }, context) => {
    const bill = await findAttachment(db, ofInward, params.id);
    if (!bill) throw notFound(inwardTexts.notFound);
    return await sendAttachment(routes, context, bill, `inward-${params.id}`);
  });

  routes.read(inwardEndpoints.lastPrice, async ({ params: { id }, query }) => {
    const { isThere, last } = await readSnapshot(db, async (snapshot) => ({
      isThere: (await findMaterialNames(snapshot, [id])).has(id),
      last: (await findLastLines(snapshot, [id], query.exceptId)).get(id),
    }));
    if (!isThere) throw notFound(inwardTexts.materialUnknown);
    return { pricePerUnit: last?.pricePerUnit ?? null, quantity: last?.quantity ?? null };
  });
  routes.read(inwardEndpoints.invoiceNumberUse, async ({ query: { supplierId, invoiceNumber, exceptId } }) => ({
    inward: await findInvoiceNumberUse(db, supplierId, invoiceNumber, exceptId),
  }));
  routes.write(inwardEndpoints.create, async ({ body }, write) => await createInward(write, body), {
    bodyLimit: attachmentBodyLimit,
  });
  routes.write(inwardEndpoints.update, async ({ params, body }, write) => await updateInward(write, params.id, body), {
    bodyLimit: attachmentBodyLimit,
  });
  routes.write(inwardEndpoints.remove, async ({ params }, write) => await deleteInward(write, params.id));
  routes.write(restoreEndpoint('inward'), async ({ params }, write) => await restoreInward(write, params.id));
}
