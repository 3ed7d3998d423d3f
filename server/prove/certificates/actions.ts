/** Adding, changing and deleting certificates, each in the caller's transaction. */
import type { z } from 'zod';
import { certificateTexts, type certificateBody, type certificateUpdateBody } from '#contract/prove/certificates.ts';
import { claimsByItself } from '#contract/stock/claims.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { restoreTexts } from '#contract/core/restore.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid, notFound } from '../../core/http/errors.ts';
import { storeFile } from '../../core/records/attachments.ts';
import { lockRecord, markDeleted } from '../../core/records/crudQueries.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { holdAfterRecall } from '../../stock/documents/holdAfterRecall.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import { refuseMissingReferences, markRestored } from '../../core/records/restoring.ts';
import type { Write } from '../../core/records/write.ts';
import { findItemNames, lockItems } from '../../stock/ledger/items.ts';
import { changeState, findLots } from '../../stock/ledger/lots.ts';
import { countClaims, findCertificate, type Certificate } from './queries.ts';
import { findUncoveredLots, findUnprovedLots, type UncoveredLot } from './uncovered.ts';

type Body = z.output<typeof certificateBody>;

async function mustFind(trx: Trx, id: number): Promise<Certificate> {
  const found = await findCertificate(trx, id);
  if (!found) throw notFound(certificateTexts.notFound);
  return found;
}

/** Locks the supplier and the items against deletion. Throws 400 naming what is missing. */
async function checkReferences(trx: Trx, { holder, supplierId, allItems, itemIds }: Body): Promise<void> {
  const errors: FieldErrors = {};
  const isThere = holder === 'own' || (supplierId !== null && (await lockRecord(trx, 'supplier', supplierId)));
  if (!isThere) errors['supplierId'] = [certificateTexts.supplierUnknown];
  if (!allItems) await lockItems(trx, itemIds);
  const names = allItems ? new Map<number, string>() : await findItemNames(trx, itemIds);
  if (!allItems && itemIds.some((itemId) => !names.has(itemId))) errors['itemIds'] = [certificateTexts.itemUnknown];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function columnsOf({ holder, supplierId, scheme, number, body, validFrom, validTo, allItems, withdrawnOn }: Body) {
  return {
    supplier_id: holder === 'own' ? null : supplierId,
    scheme,
    number,
    body,
    valid_from: validFrom,
    valid_to: validTo,
    all_items: allItems ? 1 : 0,
    withdrawn_on: withdrawnOn,
  } as const;
}

async function insertItems(trx: Trx, certificateId: number, { allItems, itemIds }: Body): Promise<void> {
  const rows = allItems ? [] : [...new Set(itemIds)];
  await insertRows(
    trx,
    'certificate_item',
    rows.map((itemId) => ({ certificate_id: certificateId, item_id: itemId })),
  );
}

/** Adds a certificate. Throws 400 with all invalid fields, 413 for a file that is too large. */
export async function createCertificate({ trx, actor, audit }: Write, body: Body): Promise<Certificate> {
  await checkReferences(trx, body);
  const row = {
    file_id: null,
    ...columnsOf(body),
    ...(await storeFile(trx, body.file, certificateTexts.fileTooLarge, actor.at)),
    created_at: actor.at,
    updated_at: actor.at,
  };
  const [id = 0] = await insertNumbered(trx, 'certificate', [row]);
  await insertItems(trx, id, body);
  const after = await mustFind(trx, id);
  await audit({ action: 'create', resource: 'certificates', recordId: id, before: null, after });
  return after;
}

/**
 * Changes a certificate. Answers with the lots that it no longer proves and what was made of them. Throws 400, 404, 409 if
 * it was changed concurrently, 413.
 */
export async function updateCertificate(
  { trx, actor, audit }: Write,
  id: number,
  body: z.output<typeof certificateUpdateBody>,
): Promise<Certificate & { uncoveredLots: UncoveredLot[] }> {
  checkBodyId(id, body.certificateId, 'certificateId');
  await lockRecord(trx, 'certificate', id);
  const before = await mustFind(trx, id);
  checkUnchanged(body.updatedAt, before.updatedAt);
  await checkReferences(trx, body);
  const holder = { table: 'certificate', recordId: id } as const;
  const file = await storeFile(trx, body.file, certificateTexts.fileTooLarge, actor.at, holder);
  await trx
    .updateTable('certificate')
    .set({ ...columnsOf(body), ...file, updated_at: changedAt(actor.at, before.updatedAt) })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('certificate_item').where('certificate_id', '=', id).execute();
  await insertItems(trx, id, body);
  const after = await mustFind(trx, id);
  const kept = { ...after, fileReplaced: before.hasFile && file.file_id !== undefined };
  await audit({ action: 'update', resource: 'certificates', recordId: id, before, after: kept });
  return { ...after, uncoveredLots: await findUnprovedLots(trx, id) };
}

/** Deletes a certificate. Throws 404, or 409 where claims of lots rest on it, be it by their override alone. */
export async function deleteCertificate({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  const holder = await trx.selectFrom('certificate').select('supplier_id').where('id', '=', id).executeTakeFirst();
  // Who lets a claim rest on one of its certificates locks the supplier first.
  if (holder?.supplier_id) await lockRecord(trx, 'supplier', holder.supplier_id);
  await lockRecord(trx, 'certificate', id);
  const before = await mustFind(trx, id);
  const named = await countClaims(trx, id);
  if (named > 0) throw conflict(certificateTexts.inUse(named));
  const uncovered = await findUncoveredLots(trx, id);
  await markDeleted(trx, 'certificate', id, actor.at);
  const rested = (await findUncoveredLots(trx, id)).length - uncovered.length;
  if (rested > 0) throw conflict(certificateTexts.inUse(rested));
  await audit({ action: 'delete', resource: 'certificates', recordId: id, before, after: null });
  return { message: certificateTexts.deleted };
}

/** Restores a deleted certificate. Throws 404, or 409 where it is there, or its supplier or an item is now deleted. */
export async function restoreCertificate({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  await markRestored(trx, 'certificate', id, { at: actor.at, notFoundText: certificateTexts.notFound });
  const after = await mustFind(trx, id);
  const { supplierId, supplierName, items } = after;
  const isThere = supplierId === null || (await lockRecord(trx, 'supplier', supplierId));
  const names = await findItemNames(
    trx,
    items.map(({ itemId }) => itemId),
  );
  const gone = items.filter(({ itemId }) => !names.has(itemId)).map(({ itemName }) => itemName);
  refuseMissingReferences([...(isThere ? [] : [supplierName ?? '']), ...gone]);
  await audit({ action: 'restore', resource: 'certificates', recordId: id, before: null, after });
  return { message: restoreTexts.restored('certificates') };
}

/**
 * Puts the lots on hold that rested on a certificate and now rest on none, and what was made of them, as far as something is
 * left of them: those that are released now, and those that are recalled once a false alarm would release them. Returns
 * their ids. Throws 404, or 409 where there is none.
 */
export async function holdUncoveredLots({ trx, actor, audit }: Write, id: number): Promise<{ heldLotIds: number[] }> {
  await lockRecord(trx, 'certificate', id);
  const certificate = await mustFind(trx, id);
  const unproved = await findUnprovedLots(trx, id);
  const rested = new Set(unproved.flatMap(({ lotId, origin }) => (claimsByItself(origin) ? [lotId] : [])));
  const reasonOf = (lotId: number) => certificateTexts.holdReason(certificate.number, rested.has(lotId));
  const lotIds = unproved.map(({ lotId }) => lotId);
  await lockItems(
    trx,
    [...(await findLots(trx, lotIds)).values()].map(({ itemId }) => itemId),
  );
  const lots = [...(await findLots(trx, lotIds)).values()].filter(({ onHand }) => onHand > 0);
  const held = lots.filter(({ state }) => state === 'released');
  const later = await holdAfterRecall(trx, lots, reasonOf);
  if (held.length + later.length === 0) throw conflict(certificateTexts.nothingToHold);
  for (const [reason, own] of Map.groupBy(held, ({ lotId }) => reasonOf(lotId))) {
    const ids = own.map(({ lotId }) => lotId);
    for (const some of piecesOf(ids)) await changeState(trx, some, { state: 'onHold', reason, at: actor.at });
  }
  await audit(
    ...held.map(({ lotId, code, state, stateReason }): AuditEntry => {
      const before = { code, state, stateReason };
      const after = { code, state: 'onHold', stateReason: reasonOf(lotId) };
      return { action: 'hold', resource: 'lots', recordId: lotId, before, after };
    }),
    ...later,
  );
  return { heldLotIds: [...held.map(({ lotId }) => lotId), ...later.flatMap(({ recordId }) => recordId ?? [])] };
}
