/** Adding, changing and deleting certificates, each in the caller's transaction. */
import type { Write } from '../../core/records/write.ts';
import { defineDocument } from '../../core/records/document.ts';
import type { z } from 'zod';
import { certificateTexts, type certificateBody, certificateLabels } from '#contract/prove/certificates.ts';
import { claimsByItself } from '#contract/stock/claims/claims.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid, notFound } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { holdAfterRecall } from '../../stock/documents/holdAfterRecall.ts';
import { refuseMissingReferences } from '../../core/records/restoring.ts';
import { findItemNames, lockItems } from '../../stock/ledger/items.ts';
import { changeState, findLots } from '../../stock/ledger/lots.ts';
import { countClaims, findCertificate, type Certificate } from './queries.ts';
import { findUncoveredLots, findUnprovedLots } from './uncovered.ts';
import { day, fieldsOf, listOf, textOf } from '../../core/records/historyFields.ts';
import { fileText } from '../../stock/documents/historyLines.ts';

type Body = z.output<typeof certificateBody>;

/** The file of a certificate. */
export const certificateFile = {
  table: 'certificate',
  column: 'file_id',
  field: 'file',
  replaced: 'fileReplaced',
  tooLarge: certificateTexts.fileTooLarge,
  of: ({ file }: Body) => file,
  isIn: ({ hasFile }: Certificate) => hasFile,
} as const;

async function mustFind(trx: Trx, id: number): Promise<Certificate> {
  const certificate = await findCertificate(trx, id);
  if (!certificate) throw notFound(certificateTexts.notFound);
  return certificate;
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

/** Locks the supplier, whom those lock first who let a claim rest on one of its certificates. */
async function lockHolder(trx: Trx, id: number): Promise<void> {
  const holder = await trx.selectFrom('certificate').select('supplier_id').where('id', '=', id).executeTakeFirst();
  if (holder?.supplier_id) await lockRecord(trx, 'supplier', holder.supplier_id);
}

/** The names of the supplier and the items of a certificate that are now deleted. */
async function findDeleted(trx: Trx, { supplierId, supplierName, items }: Certificate): Promise<string[]> {
  const isThere = supplierId === null || (await lockRecord(trx, 'supplier', supplierId));
  const names = await findItemNames(
    trx,
    items.map(({ itemId }) => itemId),
  );
  const gone = items.filter(({ itemId }) => !names.has(itemId)).map(({ itemName }) => itemName);
  return [...(isThere ? [] : [supplierName ?? '']), ...gone];
}

/** The writes of certificates. A deletion is a 409 where claims of lots rest on it, be it by their override alone. */
export const certificateDocument = defineDocument<Certificate, Body, void>({
  kind: 'certificates',
  table: 'certificate',
  idField: 'certificateId',
  historyFields: fieldsOf(certificateLabels, {
    supplierId: (_, { supplierName }) => textOf(supplierName) || certificateTexts.own,
    validFrom: day,
    validTo: day,
    items: (items, { allItems }) =>
      allItems === true ? certificateTexts.allItems : listOf(({ itemName }) => textOf(itemName))(items, {}),
    withdrawnOn: day,
    file: fileText,
  }),
  texts: certificateTexts,
  file: certificateFile,
  find: findCertificate,
  lockBeforeRemoval: lockHolder,
  columns: columnsOf,
  prepare: async ({ trx }, body) => await checkReferences(trx, body),
  async save({ trx }, id, body, _, before) {
    if (before) await trx.deleteFrom('certificate_item').where('certificate_id', '=', id).execute();
    await insertItems(trx, id, body);
  },
  async remove({ trx }, { certificateId }, mark) {
    const named = await countClaims(trx, certificateId);
    if (named > 0) throw conflict(certificateTexts.inUse(named));
    const uncovered = await findUncoveredLots(trx, certificateId);
    await mark();
    const rested = (await findUncoveredLots(trx, certificateId)).length - uncovered.length;
    if (rested > 0) throw conflict(certificateTexts.inUse(rested));
  },
  async restore({ trx }, certificate) {
    refuseMissingReferences(await findDeleted(trx, certificate));
  },
});

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
    for (const chunk of piecesOf(ids)) await changeState(trx, chunk, { state: 'onHold', reason, at: actor.at });
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
