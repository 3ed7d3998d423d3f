import { inwardEndpoints, inwardRecord, inwardTexts, MAX_BILL_BYTES } from '#contract/inward.ts';
import { readSnapshot } from '../db/snapshot.ts';
import { encoderOf } from '../http/answers.ts';
import { notFound } from '../http/errors.ts';
import { JSON_TYPE, sendJson, toJson, type Routes } from '../http/routes.ts';
import { findLastLines } from '../stock/lastLines.ts';
import { findMaterialNames } from '../stock/materialNames.ts';
import { createInward, deleteInward, updateInward } from './actions.ts';
import { billExtensions, findBill, readBillBytes, withDataUrl } from './bill.ts';
import { findInward, inwardList, toSummary, withLines } from './queries.ts';
import { findInvoiceNumberUse } from './warnings.ts';

// Base64 adds a third to a bill; the rest is room for the lines.
const bodyLimit = Math.ceil((MAX_BILL_BYTES * 4) / 3) + 1024 * 1024;

export function registerInward(routes: Routes): void {
  const { db } = routes.services.store;
  routes.listOf(inwardEndpoints.list, inwardList, (_, rows) => Promise.resolve(rows.map(toSummary)));
  routes.listOf(inwardEndpoints.listWithLines, inwardList, withLines);

  routes.raw(inwardEndpoints.get, async ({ params }, asked) => {
    const { inward, bill } = await readSnapshot(db, async (snapshot) => ({
      inward: await findInward(snapshot, params.id),
      bill: await findBill(snapshot, params.id),
    }));
    if (!inward) throw notFound(inwardTexts.notFound);
    if (!bill) return sendJson(asked.reply, 200, toJson(inwardEndpoints.get, { ...inward, billAttachment: null }));
    const json = JSON.stringify(encoderOf(inwardRecord)(inward));
    asked.reply.type(JSON_TYPE);
    return await routes.sendParts('download', asked, withDataUrl(json, 'billAttachment', db, bill));
  });

  routes.raw(inwardEndpoints.bill, async ({ params }, asked) => {
    const bill = await findBill(db, params.id);
    if (!bill) throw notFound(inwardTexts.notFound);
    const name = `inward-${params.id}.${billExtensions[bill.mediaType] ?? 'bin'}`;
    asked.reply
      .type(bill.mediaType)
      .header('content-length', bill.size)
      .header('content-disposition', `inline; filename="${name}"`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, no-store');
    return await routes.sendParts('download', asked, readBillBytes(db, bill));
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
  routes.write(inwardEndpoints.create, async ({ body }, write) => await createInward(write, body), { bodyLimit });
  routes.write(inwardEndpoints.update, async ({ params, body }, write) => await updateInward(write, params.id, body), {
    bodyLimit,
  });
  routes.write(inwardEndpoints.remove, async ({ params }, write) => await deleteInward(write, params.id));
}
