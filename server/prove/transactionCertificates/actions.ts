/** Adding, changing and deleting transaction certificates, each in the caller's transaction. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { isCovering, type Direction } from '#contract/stock/covers.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { restoreTexts } from '#contract/core/restore.ts';
import {
  transactionCertificateTexts,
  type transactionCertificateBody,
  type transactionCertificateUpdateBody,
} from '#contract/prove/transactionCertificates.ts';
import { inPieces, insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid, notFound } from '../../core/http/errors.ts';
import { storeFile } from '../../core/records/attachments.ts';
import { lockRecord, markDeleted } from '../../core/records/crudQueries.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import { refuseMissingReferences, markRestored } from '../../core/records/restoring.ts';
import type { Write } from '../../core/records/write.ts';
import { coveredQuantity } from '../../stock/origins/transactionCover.ts';
import { findTransactionCertificate, type TransactionCertificate } from './queries.ts';
import { unitOfItem, withMasters } from '../../stock/ledger/itemNames.ts';

type Body = z.output<typeof transactionCertificateBody>;

async function mustFind(trx: Trx, id: number): Promise<TransactionCertificate> {
  const found = await findTransactionCertificate(trx, id);
  if (!found) throw notFound(transactionCertificateTexts.notFound);
  return found;
}

/** A line of a document as it is now, in thousandths. */
interface DocumentLine {
  lineId: number;
  partyId: number | null;
  unit: string;
  quantity: number;
  coveredQty: number;
}

const statements = {
  purchase: (some: RawBuilder<unknown>) => sql<DocumentLine>`
    select n.lot_id as "lineId", w.supplier_id as "partyId", m.unit, n.quantity, ${coveredQuantity('purchase')} as "coveredQty"
    from inward_line n join inward w on w.id = n.inward_id join raw_material m on m.id = n.raw_material_id
    where n.lot_id in ${some} and n.deleted_at is null and w.deleted_at is null`,
  sale: (some: RawBuilder<unknown>) => sql<DocumentLine>`
    select x.id as "lineId", d.buyer_id as "partyId", ${unitOfItem} as unit, x.quantity,
      ${coveredQuantity('sale')} as "coveredQty"
    from dispatch_line x join dispatch d on d.id = x.dispatch_id join lot l on l.id = x.lot_id
      join item i on i.id = l.item_id ${withMasters}
    where x.id in ${some} and x.deleted_at is null and d.deleted_at is null`,
} as const;

async function findDocumentLines(
  trx: Trx,
  direction: Direction,
  lineIds: readonly number[],
): Promise<Map<number, DocumentLine>> {
  const rows = await inPieces(trx, `${direction} lines to cover`, lineIds, statements[direction]);
  return new Map(rows.map((line) => [line.lineId, line]));
}

/** Quantity of each line in a certificate before a change; none if it was of another party. */
function saidBefore(body: Body, before: TransactionCertificate | undefined): ReadonlyMap<number, number> {
  if (!before || before.direction !== body.direction || partyOf(before) !== partyOf(body)) return new Map();
  return new Map(before.lines.map(({ lineId, quantity }) => [lineId, quantity]));
}

function partyOf({ direction, supplierId, buyerId }: Pick<Body, 'direction' | 'supplierId' | 'buyerId'>): number {
  return (direction === 'purchase' ? supplierId : buyerId) ?? 0;
}

/**
 * Locks the supplier or buyer, whose certificates are so written one after the other. Throws 400 naming each line that isn't
 * there, is of another party, or has less left to cover. A line keeps
 * the quantity that the certificate had for it, also where less was delivered later or the document was deleted.
 */
async function checkReferences(trx: Trx, body: Body, before?: TransactionCertificate): Promise<void> {
  const { direction, lines, status } = body;
  const isPurchase = direction === 'purchase';
  const texts = transactionCertificateTexts;
  const partyId = partyOf(body);
  if (!(await lockRecord(trx, isPurchase ? 'supplier' : 'buyer', partyId))) {
    throw invalid(isPurchase ? { supplierId: [texts.supplierUnknown] } : { buyerId: [texts.buyerUnknown] });
  }
  const errors: FieldErrors = {};
  const found = await findDocumentLines(
    trx,
    direction,
    lines.map(({ lineId }) => lineId),
  );
  const said = saidBefore(body, before);
  const covered = before && isCovering(before.status) ? said : new Map<number, number>();
  for (const [index, { lineId, quantity }] of lines.entries()) {
    const line = found.get(lineId);
    const isOfParty = line?.partyId === partyId;
    if (!isOfParty && quantity <= (said.get(lineId) ?? 0)) continue;
    if (!line) {
      errors[`lines.${index}.lineId`] = [texts.lineUnknown];
    } else if (!isOfParty) {
      errors[`lines.${index}.lineId`] = [isPurchase ? texts.notBought : texts.notSold];
    } else if (isCovering(status)) {
      const had = covered.get(lineId) ?? 0;
      const left = Math.max(line.quantity - line.coveredQty + had, had);
      const some = formatQuantityWithUnit(fromThousandths(left), line.unit);
      if (quantity > left) errors[`lines.${index}.quantity`] = [left > 0 ? texts.onlyLeft(some) : texts.nothingLeft];
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function columnsOf({ direction, supplierId, buyerId, scheme, number, body, status, issuedOn, note }: Body) {
  return {
    direction,
    supplier_id: direction === 'purchase' ? supplierId : null,
    buyer_id: direction === 'sale' ? buyerId : null,
    scheme,
    number,
    body,
    status,
    issued_on: issuedOn,
    note,
  } as const;
}

async function insertLines(trx: Trx, id: number, { direction, lines }: Body): Promise<void> {
  await insertRows(
    trx,
    'transaction_certificate_line',
    lines.map(({ lineId, quantity }, position) => ({
      transaction_certificate_id: id,
      position,
      inward_line_id: direction === 'purchase' ? lineId : null,
      dispatch_line_id: direction === 'sale' ? lineId : null,
      quantity,
    })),
  );
}

/** Adds a transaction certificate. Throws 400 with all invalid fields, 413 for a file that is too large. */
export async function createTransactionCertificate(
  { trx, actor, audit }: Write,
  body: Body,
): Promise<TransactionCertificate> {
  await checkReferences(trx, body);
  const row = {
    file_id: null,
    ...columnsOf(body),
    ...(await storeFile(trx, body.file, transactionCertificateTexts.fileTooLarge, actor.at)),
    created_at: actor.at,
    updated_at: actor.at,
  };
  const [id = 0] = await insertNumbered(trx, 'transaction_certificate', [row]);
  await insertLines(trx, id, body);
  const after = await mustFind(trx, id);
  await audit({ action: 'create', resource: 'transactionCertificates', recordId: id, before: null, after });
  return after;
}

/** Changes a transaction certificate. Throws 400, 404, 409 if it was changed concurrently, 413. */
export async function updateTransactionCertificate(
  { trx, actor, audit }: Write,
  id: number,
  body: z.output<typeof transactionCertificateUpdateBody>,
): Promise<TransactionCertificate> {
  checkBodyId(id, body.transactionCertificateId, 'transactionCertificateId');
  await lockRecord(trx, 'transaction_certificate', id);
  const before = await mustFind(trx, id);
  checkUnchanged(body.updatedAt, before.updatedAt);
  await checkReferences(trx, body, before);
  const holder = { table: 'transaction_certificate', recordId: id } as const;
  const file = await storeFile(trx, body.file, transactionCertificateTexts.fileTooLarge, actor.at, holder);
  await trx
    .updateTable('transaction_certificate')
    .set({ ...columnsOf(body), ...file, updated_at: changedAt(actor.at, before.updatedAt) })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('transaction_certificate_line').where('transaction_certificate_id', '=', id).execute();
  await insertLines(trx, id, body);
  const after = await mustFind(trx, id);
  const kept = { ...after, fileReplaced: before.hasFile && file.file_id !== undefined };
  await audit({ action: 'update', resource: 'transactionCertificates', recordId: id, before, after: kept });
  return after;
}

/** Deletes a transaction certificate: what it covered is to be covered again. Throws 404. */
export async function deleteTransactionCertificate(
  { trx, actor, audit }: Write,
  id: number,
): Promise<{ message: string }> {
  await lockRecord(trx, 'transaction_certificate', id);
  const before = await mustFind(trx, id);
  await markDeleted(trx, 'transaction_certificate', id, actor.at);
  await audit({ action: 'delete', resource: 'transactionCertificates', recordId: id, before, after: null });
  return { message: transactionCertificateTexts.deleted };
}

/** Throws 409 naming each line of which another certificate covers by now what this one covered. */
async function checkStillFree(trx: Trx, { direction, status, lines }: TransactionCertificate): Promise<void> {
  if (!isCovering(status)) return;
  const ids = lines.map(({ lineId }) => lineId);
  const found = await findDocumentLines(trx, direction, ids);
  const covered = lines.filter(({ lineId, quantity }) => {
    const line = found.get(lineId);
    return line !== undefined && line.coveredQty > Math.max(line.quantity, quantity);
  });
  const labels = covered.map(({ documentLabel, lotCode }) => `${documentLabel}, ${lotCode}`);
  if (labels.length > 0) throw conflict(transactionCertificateTexts.coveredByOthers(labels));
}

/**
 * Restores a deleted transaction certificate, which covers again what it covered. Throws 404, or 409 where it is there, its
 * supplier or buyer is now deleted, or others cover what it covered.
 */
export async function restoreTransactionCertificate(
  { trx, actor, audit }: Write,
  id: number,
): Promise<{ message: string }> {
  const notFoundText = transactionCertificateTexts.notFound;
  await markRestored(trx, 'transaction_certificate', id, { at: actor.at, notFoundText });
  const after = await mustFind(trx, id);
  const table = after.direction === 'purchase' ? 'supplier' : 'buyer';
  refuseMissingReferences((await lockRecord(trx, table, partyOf(after))) ? [] : [after.partyName]);
  await checkStillFree(trx, after);
  await audit({ action: 'restore', resource: 'transactionCertificates', recordId: id, before: null, after });
  return { message: restoreTexts.restored('transactionCertificates') };
}
