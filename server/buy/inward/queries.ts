import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import {
  type inwardEndpoints,
  type inwardLineRecord,
  type inwardRecord,
  type inwardSummaryRecord,
} from '#contract/buy/inward.ts';
import { inwardStatuses } from '#contract/documentStatus.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { param } from '../../core/db/statements.ts';
import { sumOf } from '../../core/db/sums.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { anyOf, matchesByWords, isTermId, stateBegins, type ParsedTerm } from '../../core/lists/search.ts';
import { matchingMaterials } from '../../stock/names/materialNames.ts';
import { findOne } from '../../core/lists/findOne.ts';
import { withLines } from '../../core/records/lines.ts';

export type InwardSummary = z.output<typeof inwardSummaryRecord>;
export type Inward = z.output<typeof inwardRecord>;
export type InwardLine = z.output<typeof inwardLineRecord>;
type InwardRow = Omit<InwardSummary, 'hasBill'> & { billId: number | null };

const columns = sql<InwardRow>`
  w.id as "inwardId", w.supplier_id as "supplierId", s.name as "supplierName", w.invoice_number as "invoiceNumber",
  w.inward_date as "inwardDate", w.status, w.bill_id as "billId", w.bill_follows as "billFollows", w.sub_total as "subTotal", w.total_gst as "totalGst",
  w.grand_total as "grandTotal", w.created_at as "createdAt", w.updated_at as "updatedAt"`;
const rowId = sql<number>`w.id`;
// A left join, so that both engines drop the join where the name isn't needed.
const from = sql`inward w left join supplier s on s.id = w.supplier_id`;

/** Supplier and material by name or id, invoice number, and state. */
function matches(term: ParsedTerm): RawBuilder<SqlBool> {
  const isMaterial = anyOf(
    sql`n.raw_material_id in (${matchingMaterials(term)})`,
    term.id && isTermId('n.raw_material_id'),
  );
  return anyOf(
    matchesByWords(term, 'inward_words', 'w.id', ['w.invoice_number']),
    sql`w.supplier_id in (select id from supplier where ${matchesByWords(term, 'supplier_words', 'id', ['name'])})`,
    sql`w.id in (select n.inward_id from inward_line n where n.deleted_at is null and ${isMaterial})`,
    term.state && stateBegins('w.status'),
    term.id && isTermId('w.supplier_id'),
  );
}

/** Whether an inward `w` is still to be paid: not paid or pending. */
export const isUnpaid = sql`w.status <> 'paid'`;

/** Inwards, newest first. */
export const inwardList: ListSource<InwardRow> = {
  columns,
  from,
  where: sql`w.deleted_at is null`,
  counted: 'inward',
  states: inwardStatuses,
  filters: {
    supplierId: (equalsParam) => sql`w.supplier_id ${equalsParam}`,
    rawMaterialId: (equalsParam) => sql`w.id in (
      select n.inward_id from inward_line n where n.deleted_at is null and n.raw_material_id ${equalsParam})`,
    status: (equalsParam) => sql`w.status ${equalsParam}`,
    isPaid: (equalsParam) => sql`case when ${isUnpaid} then 'false' else 'true' end ${equalsParam}`,
    hasBill: (equalsParam) => sql`case when w.bill_id is null then 'false' else 'true' end ${equalsParam}`,
    inwardDateFrom: sql`w.inward_date >= ${param('inwardDateFrom')}`,
    inwardDateTo: sql`w.inward_date <= ${param('inwardDateTo')}`,
    grandTotalFrom: sql`w.grand_total >= ${param('grandTotalFrom')}`,
    grandTotalTo: sql`w.grand_total <= ${param('grandTotalTo')}`,
  },
  matches,
  sort: {
    inwardId: rowId,
    supplierName: sql`lower(s.name)`,
    invoiceNumber: sql`lower(w.invoice_number)`,
    inwardDate: sql`w.inward_date`,
    status: sql`w.status`,
    grandTotal: sql`w.grand_total`,
  },
  defaultSort: { by: 'inwardId', order: 'desc' },
  id: rowId,
};

/** Sums over the list, in paise. */
export const inwardSums = sql<z.output<typeof inwardEndpoints.totals.answer>>`
  count(*) as count, ${sumOf(sql`w.sub_total`)} as "subTotal", ${sumOf(sql`w.total_gst`)} as "totalGst",
  ${sumOf(sql`w.grand_total`)} as "grandTotal",
  ${sumOf(sql`case when ${isUnpaid} then w.grand_total else 0 end`)} as "notPaid"`;

/** An inward without its lines. */
export function toSummary({ billId, ...inward }: InwardRow): InwardSummary {
  return { ...inward, hasBill: billId !== null };
}

function readLines(db: Database | Trx, inwardIds: readonly number[]) {
  return db
    .selectFrom('inward_line as n')
    .innerJoin('raw_material as m', 'm.id', 'n.raw_material_id')
    .innerJoin('lot as l', 'l.id', 'n.lot_id')
    .leftJoin('certificate as c', 'c.id', 'l.certificate_id')
    .select([
      'n.lot_id as id',
      'n.inward_id as inwardId',
      'n.raw_material_id as rawMaterialId',
      'm.name as rawMaterialName',
      'm.unit as unit',
      'n.quantity as quantity',
      'n.price_per_unit as pricePerUnit',
      'n.total_amount as totalAmount',
      'n.lot_id as lotId',
      'l.code as lotCode',
      'l.supplier_lot_number as supplierLotNumber',
      'l.expires_on as expiresOn',
      sql<Claim>`coalesce(l.claim, 'conventional')`.as('claim'),
      'l.certificate_id as certificateId',
      'c.number as certificateNumber',
      'l.override_reason as overrideReason',
      'n.transaction_certificate as transactionCertificate',
    ])
    .where('n.inward_id', 'in', inwardIds)
    .where('n.deleted_at', 'is', null)
    .orderBy('n.inward_id')
    .orderBy('n.position')
    .execute();
}

/** Adds the lines to inwards. */
export async function addLines(db: Database | Trx, inwards: readonly InwardRow[]): Promise<Inward[]> {
  return await withLines(
    inwards,
    'inwardId',
    (ids) => readLines(db, ids),
    (inward, lines) => {
      const { inwardId } = inward;
      return { ...toSummary(inward), rawMaterials: lines.map((line) => ({ ...line, inwardId })) };
    },
  );
}

/** One inward with its lines, unless it is deleted. */
export async function findInward(db: Database | Trx, id: number): Promise<Inward | undefined> {
  return await findOne(db, inwardList, id, addLines);
}
