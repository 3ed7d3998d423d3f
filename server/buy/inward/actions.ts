/** Recording, changing and deleting purchase invoices, each in the caller's transaction. */
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { inwardCreateBody, inwardUpdateBody } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import type { Warning } from '#contract/stock/warnings.ts';
import { restoreTexts } from '#contract/core/restore.ts';
import type { LotState } from '#contract/stock/stock.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Tables, Trx } from '../../core/db/tables.ts';
import { notFound } from '../../core/http/errors.ts';
import { refuseMissingReferences, markRestored } from '../../core/records/restoring.ts';
import { lotCodesAsConflict } from '../../stock/documents/restoredLots.ts';
import type { Write } from '../../core/records/write.ts';
import { lockMaterials } from '../../stock/ledger/items.ts';
import { findMaterialNames } from '../../stock/ledger/materialNames.ts';
import { receive, reviseReceipts } from '../../stock/ledger/receipts.ts';
import { hasAttachment, insertAttachment, readAttachment, type Attachment } from '../../core/records/attachments.ts';
import { findHeldFromStart } from '../../stock/documents/heldFromStart.ts';
import { returnChanges } from '../../stock/documents/returnChanges.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import { lockRecord, markDeleted } from '../../core/records/crudQueries.ts';
import { restoreLots } from '../../stock/ledger/lots.ts';
import { changeLots, checkCodes } from './lineLots.ts';
import { findGoneCertificates, holdClaims, resolveClaims, withClaims } from './lineClaims.ts';
import { findInward, type Inward, type InwardLine } from './queries.ts';
import {
  checkSupplier,
  receiptsAsConflict,
  lockReferences,
  matchLines,
  totalsOf,
  type LineBody,
  type References,
  type Totals,
} from './rules.ts';
import { findWarnings } from './warnings.ts';

/** The answer of a saved inward. */
type SavedInward = Inward & { warnings: Warning[] };

function readBill(dataUrl: string): Attachment {
  return readAttachment(dataUrl, 'billAttachment', inwardTexts.billTooLarge);
}

async function mustFind(trx: Trx, id: number): Promise<Inward> {
  const found = await findInward(trx, id);
  if (!found) throw notFound(inwardTexts.notFound);
  return found;
}

function rowsOf(
  inwardId: number,
  lines: readonly LineBody[],
  lotIds: readonly number[],
  { lineTotals }: Totals,
  before: readonly (InwardLine | undefined)[] = [],
): Insertable<Tables['inward_line']>[] {
  return lines.map((line, index) => ({
    lot_id: lotIds[index] ?? 0,
    inward_id: inwardId,
    raw_material_id: line.rawMaterialId,
    position: index,
    quantity: line.quantity,
    price_per_unit: line.pricePerUnit,
    total_amount: lineTotals[index] ?? 0,
    transaction_certificate: line.transactionCertificate ?? before[index]?.transactionCertificate ?? '',
    deleted_at: null,
  }));
}

/** Lines with the names of their materials, from which new lots get their codes where none is given. */
function named<Line extends { rawMaterialId: number; code?: string | undefined }>(
  lines: readonly Line[],
  { names }: References,
) {
  return lines.map((line) => ({
    ...line,
    code: line.code || undefined,
    rawMaterialName: names.get(line.rawMaterialId)?.name ?? '',
  }));
}

/** The lots that receipts opened on hold. */
function openedOnHold(
  receipts: readonly { lotId?: number | null; state?: LotState }[],
  lotIds: readonly number[],
): number[] {
  return lotIds.filter((_, index) => receipts[index]?.state === 'onHold' && !receipts[index].lotId);
}

/** Replaces the lines: inserts new ones, updates changed ones, soft-deletes missing ones. */
async function replaceLines(
  trx: Trx,
  inwardId: number,
  rows: readonly Insertable<Tables['inward_line']>[],
  at: string,
): Promise<void> {
  await trx
    .updateTable('inward_line')
    .set({ deleted_at: at })
    .where('inward_id', '=', inwardId)
    .where('deleted_at', 'is', null)
    .execute();
  await trx
    .insertInto('inward_line')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('lot_id').doUpdateSet(({ ref }) => ({
        position: ref('excluded.position'),
        quantity: ref('excluded.quantity'),
        price_per_unit: ref('excluded.price_per_unit'),
        total_amount: ref('excluded.total_amount'),
        transaction_certificate: ref('excluded.transaction_certificate'),
        deleted_at: null,
      })),
    )
    .execute();
}

/**
 * Records a purchase invoice: each line becomes a lot. Throws 400 with all invalid fields, 413 for a bill that is too
 * large.
 */
export async function createInward(
  { trx, actor, audit }: Write,
  body: z.output<typeof inwardCreateBody>,
): Promise<SavedInward> {
  const bill = body.billAttachment ? readBill(body.billAttachment) : undefined;
  const follows = bill ? '' : (body.billFollows ?? '');
  const totals = totalsOf(body.rawMaterials, body.totalGst);
  const references = await lockReferences(trx, body.supplierId, body.rawMaterials);
  const claims = await resolveClaims(trx, body, body.rawMaterials, references);
  const receipts = withClaims(named(body.rawMaterials, references), claims);
  await checkCodes(
    trx,
    references.items,
    receipts.map((receipt) => ({ ...receipt, lotId: null })),
    [],
  );
  const inward = {
    supplier_id: body.supplierId,
    invoice_number: body.invoiceNumber,
    inward_date: body.inwardDate,
    status: body.status,
    sub_total: totals.subTotal,
    total_gst: body.totalGst,
    grand_total: totals.grandTotal,
    bill_id: bill ? await insertAttachment(trx, bill, actor.at) : null,
    bill_follows: follows,
    created_at: actor.at,
    updated_at: actor.at,
  };
  const [id = 0] = await insertNumbered(trx, 'inward', [inward]);
  const lotIds = await receiptsAsConflict(trx, () =>
    receive(trx, references.items, id, body.inwardDate, receipts, actor),
  );
  await insertRows(trx, 'inward_line', rowsOf(id, body.rawMaterials, lotIds, totals));
  const held = await findHeldFromStart(trx, openedOnHold(receipts, lotIds));
  const after = await mustFind(trx, id);
  await audit({ action: 'create', resource: 'inward', recordId: id, before: null, after }, ...held);
  return { ...after, warnings: await findWarnings(trx, after) };
}

/**
 * Changes a purchase invoice and its movements. Throws 400, 404, 409 if it was changed concurrently, more was taken from
 * one of its lots than would be left, or something went back to the supplier that it had.
 */
export async function updateInward(
  { trx, actor, audit }: Write,
  id: number,
  body: z.output<typeof inwardUpdateBody>,
): Promise<SavedInward> {
  checkBodyId(id, body.inwardId, 'inwardId');
  const bill = body.billAttachment ? readBill(body.billAttachment) : undefined;
  const totals = totalsOf(body.rawMaterials, body.totalGst);
  await lockRecord(trx, 'inward', id);
  const before = await mustFind(trx, id);
  checkUnchanged(body.updatedAt, before.updatedAt);
  const references = await lockReferences(trx, body.supplierId, body.rawMaterials, before.rawMaterials);
  await checkSupplier(trx, before, body.supplierId);
  const matched = named(matchLines(before.rawMaterials, body.rawMaterials), references);
  const linesBefore = matched.map(({ lotId }) => before.rawMaterials.find((line) => line.lotId === lotId));
  const claims = await resolveClaims(trx, body, body.rawMaterials, references, { ...before, lines: linesBefore });
  const receipts = withClaims(matched, claims);
  await checkCodes(trx, references.items, receipts, before.rawMaterials);
  const lotIds = await receiptsAsConflict(trx, () =>
    reviseReceipts(trx, references.items, id, body.inwardDate, receipts, actor),
  );
  const isNewBill = bill && !(await hasAttachment(trx, bill, { table: 'inward', column: 'bill_id' }, id));
  const returns = await changeLots(trx, receipts, before.rawMaterials, actor.at);
  const ofLots = [
    ...returnChanges(returns),
    ...(await holdClaims(trx, receipts, claims, actor.at)),
    ...(await findHeldFromStart(trx, openedOnHold(receipts, lotIds))),
  ];
  await replaceLines(trx, id, rowsOf(id, body.rawMaterials, lotIds, totals, linesBefore), actor.at);
  await trx
    .updateTable('inward')
    .set({
      supplier_id: body.supplierId,
      invoice_number: body.invoiceNumber,
      inward_date: body.inwardDate,
      status: body.status,
      sub_total: totals.subTotal,
      total_gst: body.totalGst,
      grand_total: totals.grandTotal,
      bill_follows: bill || before.hasBill ? '' : (body.billFollows ?? before.billFollows),
      updated_at: changedAt(actor.at, before.updatedAt),
      ...(isNewBill ? { bill_id: await insertAttachment(trx, bill, actor.at) } : {}),
    })
    .where('id', '=', id)
    .execute();
  const after = await mustFind(trx, id);
  const kept = { ...after, billReplaced: before.hasBill && isNewBill === true };
  await audit({ action: 'update', resource: 'inward', recordId: id, before, after: kept }, ...ofLots);
  return { ...after, warnings: await findWarnings(trx, after) };
}

/** Deletes a purchase invoice. Throws 404, or 409 if something was taken from one of its lots. */
export async function deleteInward({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  await lockRecord(trx, 'inward', id);
  const before = await mustFind(trx, id);
  const items = await lockMaterials(
    trx,
    before.rawMaterials.map((line) => line.rawMaterialId),
  );
  // The inward before its lots, the order in which recording updates row_count: the other order could deadlock.
  const deletedAt = changedAt(actor.at, before.updatedAt);
  await markDeleted(trx, 'inward', id, deletedAt);
  await receiptsAsConflict(trx, () => reviseReceipts(trx, items, id, before.inwardDate, [], actor));
  await trx
    .updateTable('inward_line')
    .set({ deleted_at: deletedAt })
    .where('inward_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  await audit({ action: 'delete', resource: 'inward', recordId: id, before, after: null });
  return { message: inwardTexts.deleted };
}

/**
 * Restores a deleted purchase invoice with its lots. Throws 404, or 409 where it is there, its supplier, a material or a
 * certificate is now deleted, or another lot has the code of one of its lots.
 */
export async function restoreInward({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  const deletedAt = await markRestored(trx, 'inward', id, { at: actor.at, notFoundText: inwardTexts.notFound });
  await trx
    .updateTable('inward_line')
    .set({ deleted_at: null })
    .where('inward_id', '=', id)
    .where('deleted_at', '=', deletedAt)
    .execute();
  const { supplierId, supplierName, inwardDate, rawMaterials } = await mustFind(trx, id);
  const isThere = await lockRecord(trx, 'supplier', supplierId);
  const ids = rawMaterials.map(({ rawMaterialId }) => rawMaterialId);
  const items = await lockMaterials(trx, ids);
  const names = await findMaterialNames(trx, ids);
  const gone = rawMaterials.filter(({ rawMaterialId }) => !names.has(rawMaterialId));
  const certificates = await findGoneCertificates(trx, rawMaterials);
  refuseMissingReferences([
    ...(isThere ? [] : [supplierName]),
    ...gone.map(({ rawMaterialName }) => rawMaterialName),
    ...certificates,
  ]);
  await lotCodesAsConflict(() =>
    restoreLots(
      trx,
      rawMaterials.map(({ lotId }) => lotId),
      actor.at,
    ),
  );
  await receiptsAsConflict(trx, () => reviseReceipts(trx, items, id, inwardDate, rawMaterials, actor));
  const after = await mustFind(trx, id);
  await audit({ action: 'restore', resource: 'inward', recordId: id, before: null, after });
  return { message: restoreTexts.restored('inward') };
}
