/** Adding, changing and deleting certificates, each in the caller's transaction. */
import type { Write } from '../../core/records/write.ts';
import { defineDocument } from '../../core/records/document.ts';
import type { z } from 'zod';
import {
  certificateTexts,
  type certificateBody,
  certificateLabels,
} from '#contract/prove/certificates/certificates.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid, notFound } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { refuseMissingReferences } from '../../core/records/restoring.ts';
import { findItemNames, lockItems } from '../../stock/ledger/items.ts';
import { countClaims, findCertificate, type Certificate } from './queries.ts';
import { findCertifierByName, findCertificationBody } from './bodies/queries.ts';
import { holdUnprovedLots } from './holdUnprovedLots.ts';
import { findLotsUnprovedBy } from './unprovedLots.ts';
import { day, fieldsOf, listOf, textOf, nameIn } from '../../core/records/historyFields.ts';
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

/** The certification body of a certificate as it is stored: its id, if it is a record, and its name. */
interface Certifier {
  id: number | null;
  name: string;
}

/** The chosen certification body, else the one that the text names, locked against deletion; undefined if it is missing. */
async function lockCertifier(trx: Trx, { certificationBodyId, body: name }: Body): Promise<Certifier | undefined> {
  const id = certificationBodyId === undefined ? await findCertifierByName(trx, name) : certificationBodyId;
  if (id === undefined || id === null) return { id: null, name };
  await lockRecord(trx, 'certification_body', id);
  const certifier = await findCertificationBody(trx, id);
  return certifier && { id, name: certifier.name };
}

/** Locks the supplier, the items and the certification body against deletion; returns that. Throws 400 naming what is missing. */
async function checkReferences(trx: Trx, body: Body): Promise<Certifier> {
  const { holder, supplierId, allItems, itemIds } = body;
  const errors: FieldErrors = {};
  const holderExists = holder === 'own' || (supplierId !== null && (await lockRecord(trx, 'supplier', supplierId)));
  if (!holderExists) errors['supplierId'] = [certificateTexts.supplierUnknown];
  if (!allItems) await lockItems(trx, itemIds);
  const names = allItems ? new Map<number, string>() : await findItemNames(trx, itemIds);
  if (!allItems && itemIds.some((itemId) => !names.has(itemId))) errors['itemIds'] = [certificateTexts.itemUnknown];
  const certifier = await lockCertifier(trx, body);
  if (!certifier) errors['certificationBodyId'] = [certificateTexts.certifierUnknown];
  if (!certifier || Object.keys(errors).length > 0) throw invalid(errors);
  return certifier;
}

function columnsOf(
  { holder, supplierId, scheme, number, validFrom, validTo, allItems, withdrawnOn }: Body,
  { id, name }: Certifier,
) {
  return {
    supplier_id: holder === 'own' ? null : supplierId,
    scheme,
    number,
    certification_body_id: id,
    body: name,
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

/** The names of the supplier, the certification body and the items of a certificate that are now deleted. */
async function findDeleted(
  trx: Trx,
  { supplierId, supplierName, certificationBodyId, body: certifierName, items }: Certificate,
): Promise<string[]> {
  const supplierExists = supplierId === null || (await lockRecord(trx, 'supplier', supplierId));
  const certifierExists =
    certificationBodyId === null || (await lockRecord(trx, 'certification_body', certificationBodyId));
  const names = await findItemNames(
    trx,
    items.map(({ itemId }) => itemId),
  );
  const deletedItems = items.filter(({ itemId }) => !names.has(itemId)).map(({ itemName }) => itemName);
  return [
    ...(supplierExists ? [] : [supplierName ?? '']),
    ...(certifierExists ? [] : [certifierName]),
    ...deletedItems,
  ];
}

/** The writes of certificates. A deletion is a 409 where claims of lots rest on it, be it by their override alone. */
export const certificateDocument = defineDocument<Certificate, Body, Certifier>({
  kind: 'certificates',
  table: 'certificate',
  idField: 'certificateId',
  historyName: nameIn('number'),
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
    const countRested = async () =>
      (await findLotsUnprovedBy(trx, certificateId)).filter(({ wasCovered }) => wasCovered).length;
    const restedBefore = await countRested();
    await mark();
    const rested = (await countRested()) - restedBefore;
    if (rested > 0) throw conflict(certificateTexts.inUse(rested));
  },
  async restore({ trx }, certificate) {
    refuseMissingReferences(await findDeleted(trx, certificate));
  },
});

/**
 * Puts the lots on hold that rested on a certificate and now rest on none, and what was made of them. Returns their ids.
 * Throws 404, or 409 where there is none.
 */
export async function holdLotsWithoutProof(write: Write, id: number): Promise<{ heldLotIds: number[] }> {
  const { trx } = write;
  await lockRecord(trx, 'certificate', id);
  const { number } = await mustFind(trx, id);
  const unproved = await findLotsUnprovedBy(trx, id);
  return await holdUnprovedLots(write, unproved, (wasCovered) => certificateTexts.holdReason(number, wasCovered));
}
