/** Adding, changing and deleting transaction certificates, each in the caller's transaction. */
import { defineDocument } from '../../core/records/document.ts';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Scheme } from '#contract/stock/claims/schemes.ts';
import { soldAsOf } from '#contract/stock/claims/soldAs.ts';
import {
  coverTexts,
  isCovering,
  mayCover,
  schemesOfLine,
  type Direction,
  directionLabels,
  transactionCertificateLabels,
  transactionCertificateStatusLabels,
} from '#contract/stock/claims/transactionCertificateCover.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import {
  transactionCertificateTexts,
  type transactionCertificateBody,
} from '#contract/prove/transactionCertificates.ts';
import { inPieces, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { refuseMissingReferences } from '../../core/records/restoring.ts';
import { findSchemeClaims } from '../../stock/origins/schemeClaims.ts';
import { coveredQuantity } from '../../stock/origins/transactionCover.ts';
import { findTransactionCertificate, type TransactionCertificate } from './queries.ts';
import { unitOfItem, withMasters } from '../../stock/names/itemNames.ts';
import { day, fieldsOf, listOf, oneOf, textOf, nameIn } from '../../core/records/historyFields.ts';
import { fileText, lotLine } from '../../stock/documents/historyLines.ts';

type Body = z.output<typeof transactionCertificateBody>;

/** The file of a transaction certificate. */
export const transactionCertificateFile = {
  table: 'transaction_certificate',
  column: 'file_id',
  field: 'file',
  replaced: 'fileReplaced',
  tooLarge: transactionCertificateTexts.fileTooLarge,
  of: ({ file }: Body) => file,
  isIn: ({ hasFile }: TransactionCertificate) => hasFile,
} as const;

/** A line of a document as it is now, in thousandths. */
interface DocumentLine {
  lineId: number;
  partyId: number | null;
  lotId: number;
  unit: string;
  quantity: number;
  coveredQty: number;
  /** The claim that its dispatch states. */
  soldAs: string | null;
}

const statements = {
  purchase: (chunk: RawBuilder<unknown>) => sql<DocumentLine>`
    select n.lot_id as "lineId", n.lot_id as "lotId", null as "soldAs", w.supplier_id as "partyId", m.unit, n.quantity, ${coveredQuantity('purchase')} as "coveredQty"
    from inward_line n join inward w on w.id = n.inward_id join raw_material m on m.id = n.raw_material_id
    where n.lot_id in ${chunk} and n.deleted_at is null and w.deleted_at is null`,
  sale: (chunk: RawBuilder<unknown>) => sql<DocumentLine>`
    select x.id as "lineId", x.lot_id as "lotId", d.sold_as as "soldAs", d.buyer_id as "partyId", ${unitOfItem} as unit, x.quantity,
      ${coveredQuantity('sale')} as "coveredQty"
    from dispatch_line x join dispatch d on d.id = x.dispatch_id join lot l on l.id = x.lot_id
      join item i on i.id = l.item_id ${withMasters}
    where x.id in ${chunk} and x.deleted_at is null and d.deleted_at is null`,
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
function quantitiesBefore(body: Body, before: TransactionCertificate | undefined): ReadonlyMap<number, number> {
  if (!before || before.direction !== body.direction || partyOf(before) !== partyOf(body)) return new Map();
  return new Map(before.lines.map(({ lineId, quantity }) => [lineId, quantity]));
}

function partyOf({ direction, supplierId, buyerId }: Pick<Body, 'direction' | 'supplierId' | 'buyerId'>): number {
  return (direction === 'purchase' ? supplierId : buyerId) ?? 0;
}

/** The schemes that lines were bought or sold under, by line; no scheme where none is known. */
async function findSchemes(trx: Trx, lines: Iterable<DocumentLine>): Promise<ReadonlyMap<number, Scheme[]>> {
  const all = [...lines];
  const claims = await findSchemeClaims(
    trx,
    all.flatMap(({ lotId, soldAs }) => (soldAs === null ? lotId : [])),
  );
  return new Map(
    all.map(({ lineId, lotId, soldAs }) => [lineId, schemesOfLine(soldAsOf(soldAs), claims.get(lotId) ?? [])]),
  );
}

/**
 * Locks the supplier or buyer, whose certificates are so written one after the other. Throws 400 naming each line that
 * does not exist, is of another party, was bought or sold under other schemes, or has less left to cover. A line keeps the
 * quantity that the certificate had for it, also where less was delivered later or the document was deleted.
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
  const documentLines = await findDocumentLines(
    trx,
    direction,
    lines.map(({ lineId }) => lineId),
  );
  const earlier = quantitiesBefore(body, before);
  const covered = before && isCovering(before.status) ? earlier : new Map<number, number>();
  const ofScheme = before?.scheme === body.scheme ? earlier : new Map<number, number>();
  const schemes = await findSchemes(
    trx,
    [...documentLines.values()].filter(({ lineId }) => !ofScheme.has(lineId)),
  );
  for (const [index, { lineId, quantity }] of lines.entries()) {
    const line = documentLines.get(lineId);
    const isOfParty = line?.partyId === partyId;
    if (!isOfParty && quantity <= (earlier.get(lineId) ?? 0)) continue;
    if (!line) {
      errors[`lines.${index}.lineId`] = [texts.lineUnknown];
    } else if (!isOfParty) {
      errors[`lines.${index}.lineId`] = [isPurchase ? texts.notBought : texts.notSold];
    } else if (!mayCover(body.scheme, schemes.get(lineId) ?? [])) {
      errors[`lines.${index}.lineId`] = [coverTexts.otherScheme(schemes.get(lineId) ?? [], body.scheme)];
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

/** Throws 409 naming each line of which another certificate covers by now what this one covered. */
async function checkStillFree(trx: Trx, { direction, status, lines }: TransactionCertificate): Promise<void> {
  if (!isCovering(status)) return;
  const ids = lines.map(({ lineId }) => lineId);
  const documentLines = await findDocumentLines(trx, direction, ids);
  const covered = lines.filter(({ lineId, quantity }) => {
    const line = documentLines.get(lineId);
    return line !== undefined && line.coveredQty > Math.max(line.quantity, quantity);
  });
  const labels = covered.map(({ documentLabel, lotCode }) => `${documentLabel}, ${lotCode}`);
  if (labels.length > 0) throw conflict(transactionCertificateTexts.coveredByOthers(labels));
}

/** The writes of transaction certificates. After a deletion, what one covered is to be covered again. */
export const transactionCertificateDocument = defineDocument<TransactionCertificate, Body, void>({
  kind: 'transactionCertificates',
  table: 'transaction_certificate',
  idField: 'transactionCertificateId',
  historyName: nameIn('number'),
  historyFields: fieldsOf(transactionCertificateLabels, {
    direction: oneOf(directionLabels),
    supplierId: (id, { partyName }) => (id === null ? '' : textOf(partyName)),
    buyerId: (id, { partyName }) => (id === null ? '' : textOf(partyName)),
    status: oneOf(transactionCertificateStatusLabels),
    issuedOn: day,
    lines: listOf(lotLine),
    file: fileText,
  }),
  texts: transactionCertificateTexts,
  file: transactionCertificateFile,
  find: findTransactionCertificate,
  columns: columnsOf,
  prepare: async ({ trx }, body, before) => await checkReferences(trx, body, before),
  async save({ trx }, id, body, _, before) {
    if (before) {
      await trx.deleteFrom('transaction_certificate_line').where('transaction_certificate_id', '=', id).execute();
    }
    await insertLines(trx, id, body);
  },
  async restore({ trx }, certificate) {
    const table = certificate.direction === 'purchase' ? 'supplier' : 'buyer';
    const partyExists = await lockRecord(trx, table, partyOf(certificate));
    refuseMissingReferences(partyExists ? [] : [certificate.partyName]);
    await checkStillFree(trx, certificate);
  },
});
