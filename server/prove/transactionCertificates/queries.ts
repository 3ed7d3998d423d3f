/** Transaction certificates with their lines. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { isCovering } from '#contract/stock/claims/transactionCertificateCover.ts';
import type { transactionCertificateRecord } from '#contract/prove/transactionCertificates.ts';
import { ALWAYS } from '../../core/calendar.ts';
import { inPieces, param } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { anyOf, contained, matchesByWords } from '../../core/lists/search.ts';
import { coveredQuantity, isOfSale } from '../../stock/origins/transactionCover.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';
import { findOne } from '../../core/lists/findOne.ts';
import { withLines } from '../../core/records/lines.ts';

export type TransactionCertificate = z.output<typeof transactionCertificateRecord>;
type Line = TransactionCertificate['lines'][number];

type Db = Database | Trx;

interface CertificateRow extends Omit<TransactionCertificate, 'lines' | 'hasFile'> {
  hasFile: number;
}

const rowId = sql<number>`c.id`;
const partyName = sql<string>`coalesce(s.name, b.name)`;

/** Transaction certificates, newest first; found by number, certification body, scheme, supplier and buyer. */
export const transactionCertificateList: ListSource<CertificateRow> = {
  columns: sql`
    c.id as "transactionCertificateId", c.direction, c.supplier_id as "supplierId", c.buyer_id as "buyerId",
    ${partyName} as "partyName", c.scheme, c.number, c.body, c.status, c.issued_on as "issuedOn", c.note,
    case when c.file_id is null then 0 else 1 end as "hasFile", c.created_at as "createdAt", c.updated_at as "updatedAt"`,
  from: sql`
    transaction_certificate c left join supplier s on s.id = c.supplier_id left join buyer b on b.id = c.buyer_id`,
  where: sql`c.deleted_at is null`,
  counted: 'transaction_certificate',
  filters: {
    direction: (equalsParam) => sql`c.direction ${equalsParam}`,
    status: (equalsParam) => sql`c.status ${equalsParam}`,
    supplierId: (equalsParam) => sql`c.supplier_id ${equalsParam}`,
    buyerId: (equalsParam) => sql`c.buyer_id ${equalsParam}`,
    issuedOnFrom: sql`c.issued_on >= ${param('issuedOnFrom')}`,
    issuedOnTo: sql`c.issued_on <= ${param('issuedOnTo')}`,
  },
  matches: (term) =>
    anyOf(
      contained(term, ['c.number', 'c.body', 'c.scheme']),
      sql`c.supplier_id in (select id from supplier where ${matchesByWords(term, 'supplier_words', 'id', ['name'])})`,
      sql`c.buyer_id in (select id from buyer where ${matchesByWords(term, 'buyer_words', 'id', ['name'])})`,
    ),
  sort: {
    transactionCertificateId: rowId,
    partyName: sql`lower(${partyName})`,
    number: sql`lower(c.number)`,
    scheme: sql`c.scheme`,
    issuedOn: sql`coalesce(c.issued_on, ${sql.lit(ALWAYS.to)})`,
    status: sql`c.status`,
  },
  defaultSort: { by: 'transactionCertificateId', order: 'desc' },
  id: rowId,
};

interface LineRow extends Omit<Line, 'overQty'> {
  transactionCertificateId: number;
  coveredQty: number;
}

/** Quantity of a document's line: nothing once it is deleted, of another party, or sold under another scheme. */
const delivered = sql<number>`
  case
    when n.deleted_at is null and w.deleted_at is null and w.supplier_id = c.supplier_id then n.quantity
    when x.deleted_at is null and d.deleted_at is null and ${isOfSale} then x.quantity
    else 0 end`;

async function findLines(db: Db, certificateIds: readonly number[]): Promise<LineRow[]> {
  return await inPieces(
    db,
    'lines of transaction certificates',
    certificateIds,
    (chunk) => sql<LineRow>`
      select t.transaction_certificate_id as "transactionCertificateId", coalesce(n.lot_id, x.id) as "lineId", coalesce(w.id, d.id) as "documentId",
        coalesce(w.invoice_number, d.invoice_number) as "documentLabel",
        coalesce(w.inward_date, d.dispatch_date) as "documentDate", l.id as "lotId", l.code as "lotCode",
        l.item_id as "itemId", ${nameOfItem} as "itemName", ${unitOfItem} as unit, t.quantity,
        ${delivered} as "deliveredQty",
        case when n.lot_id is null then ${coveredQuantity('sale')} else ${coveredQuantity('purchase')} end as "coveredQty"
      from transaction_certificate_line t join transaction_certificate c on c.id = t.transaction_certificate_id
        left join inward_line n on n.lot_id = t.inward_line_id left join inward w on w.id = n.inward_id
        left join dispatch_line x on x.id = t.dispatch_line_id left join dispatch d on d.id = x.dispatch_id
        join lot l on l.id = coalesce(n.lot_id, x.lot_id) join item i on i.id = l.item_id
        ${withMasters}
      where t.transaction_certificate_id in ${chunk} order by t.transaction_certificate_id, t.position`,
  );
}

/** Adds their lines to certificates. */
export async function addLines(db: Db, certificates: readonly CertificateRow[]): Promise<TransactionCertificate[]> {
  return await withLines(
    certificates,
    'transactionCertificateId',
    (ids) => findLines(db, ids),
    (certificate, lines) => ({
      ...certificate,
      hasFile: certificate.hasFile === 1,
      lines: lines.map(({ coveredQty, ...line }) => {
        // The excess over several certificates counts in each of them; a deleted line has no cover at all.
        const over = line.deliveredQty === 0 ? line.quantity : Math.max(0, coveredQty - line.deliveredQty);
        return { ...line, overQty: isCovering(certificate.status) ? Math.min(line.quantity, over) : 0 };
      }),
    }),
  );
}

/** One transaction certificate, unless it is deleted. */
export async function findTransactionCertificate(db: Db, id: number): Promise<TransactionCertificate | undefined> {
  return await findOne(db, transactionCertificateList, id, addLines);
}
