/** Organic purchases and dispatches without a transaction certificate. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { needsCertificate } from '#contract/stock/claims/claims.ts';
import { soldAsOf } from '#contract/stock/claims/soldAs.ts';
import type { transactionCertificateEndpoints, uncoveredLine } from '#contract/prove/transactionCertificates.ts';
import type { Trx } from '../../core/db/tables.ts';
import {
  declaredClaims,
  findCertificatesOf,
  findSupplierCertificates,
  schemeClaimsOf,
} from '../../stock/origins/claims.ts';
import { findOrigins } from '../../stock/origins/origins.ts';
import { coveredQuantity } from '../../stock/origins/transactionCover.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';
import { organicClaims } from '../../stock/origins/coverage.ts';
import { returnedOfLine } from '../../stock/ledger/returned.ts';

type LineToCover = z.output<typeof uncoveredLine>;
type Query = z.output<typeof transactionCertificateEndpoints.uncovered.query>;
type Answer = z.output<typeof transactionCertificateEndpoints.uncovered.answer>;

/** How many lines are answered at most. */
const MAX_LISTED = 200;
/** Claims of dispatched lots are computed lot by lot: limits at once, and in all. */
const COMPUTED_BATCH_SIZE = 250;
const MAX_COMPUTED = 2500;

type RowToCover = Omit<LineToCover, 'leftQty' | 'claim' | 'claims'>;

interface ListedLines {
  lines: RowToCover[];
  more: boolean;
}

/** Lines with what is left of them to cover, and what their lots claim. */
async function withClaims(trx: Trx, lines: readonly RowToCover[]): Promise<LineToCover[]> {
  const origins = await findOrigins(
    trx,
    lines.map(({ lotId }) => lotId),
  );
  const certificates = await findCertificatesOf(trx, origins);
  const declared = declaredClaims(origins, certificates);
  const claims = schemeClaimsOf(origins, certificates);
  return lines.map((line) => ({
    ...line,
    leftQty: Math.max(0, line.quantity - line.returnedQty - line.coveredQty),
    claim: declared.get(line.lotId) ?? 'conventional',
    claims: claims.get(line.lotId) ?? [],
  }));
}

async function findPurchases(trx: Trx, { partyId: supplierId, withReturned }: Query): Promise<ListedLines> {
  const ofSupplier = supplierId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`w.supplier_id = ${supplierId}`;
  const covered = coveredQuantity('purchase');
  const notNeeded = withReturned === 'true' ? sql`0` : sql`l.returned_to_supplier`;
  const { rows } = await sql<RowToCover>`
    select 'purchase' as direction, n.lot_id as "lineId", w.id as "documentId", w.invoice_number as "documentLabel",
      w.inward_date as "documentDate", l.id as "lotId", l.code as "lotCode", l.item_id as "itemId", m.name as "itemName",
      m.unit, s.id as "partyId", s.name as "partyName", n.quantity, l.returned_to_supplier as "returnedQty",
      ${covered} as "coveredQty",
      n.transaction_certificate as "notedNumber", null as "soldAs"
    from lot l join inward_line n on n.lot_id = l.id join inward w on w.id = n.inward_id
      join supplier s on s.id = w.supplier_id join raw_material m on m.id = n.raw_material_id
    where l.claim in ${organicClaims} and l.deleted_at is null and n.deleted_at is null
      and w.deleted_at is null and ${ofSupplier} and n.quantity - ${notNeeded} > ${covered}
    order by w.inward_date desc, n.lot_id desc limit ${MAX_LISTED + 1}`.execute(trx);
  return { lines: rows.slice(0, MAX_LISTED), more: rows.length > MAX_LISTED };
}

/** Dispatched lines with something left to cover, the newest first; whether their lots claim organic is not checked here. */
async function findSent(
  trx: Trx,
  { partyId: buyerId, withReturned }: Query,
  after: RowToCover | undefined,
): Promise<RowToCover[]> {
  const ofBuyer = buyerId === undefined ? sql<SqlBool>`d.buyer_id is not null` : sql<SqlBool>`d.buyer_id = ${buyerId}`;
  const isFurther = after
    ? sql<SqlBool>`(d.dispatch_date < ${after.documentDate} or (d.dispatch_date = ${after.documentDate} and x.id < ${after.lineId}))`
    : sql<SqlBool>`true`;
  const covered = coveredQuantity('sale');
  const returned = returnedOfLine(sql`x.id`);
  const notNeeded = withReturned === 'true' ? sql`0` : returned;
  const { rows } = await sql<RowToCover>`
    select 'sale' as direction, x.id as "lineId", d.id as "documentId", d.invoice_number as "documentLabel",
      d.dispatch_date as "documentDate", l.id as "lotId", l.code as "lotCode", l.item_id as "itemId",
      ${nameOfItem} as "itemName", ${unitOfItem} as unit, b.id as "partyId", b.name as "partyName",
      x.quantity, ${returned} as "returnedQty", ${covered} as "coveredQty", d.transaction_certificate as "notedNumber",
      d.sold_as as "soldAs"
    from dispatch d join dispatch_line x on x.dispatch_id = d.id join buyer b on b.id = d.buyer_id
      join lot l on l.id = x.lot_id join item i on i.id = l.item_id
      ${withMasters}
    where d.deleted_at is null and x.deleted_at is null and ${ofBuyer} and ${isFurther}
      and (d.sold_as is not null or l.origin = 'returned' or coalesce(l.claim, 'organic') in ${organicClaims})
      and x.quantity - ${notNeeded} > ${covered}
    order by d.dispatch_date desc, x.id desc limit ${COMPUTED_BATCH_SIZE}`.execute(trx);
  return rows;
}

async function findSales(trx: Trx, query: Query): Promise<ListedLines> {
  const lines: RowToCover[] = [];
  let after: RowToCover | undefined;
  for (let read = 0; read < MAX_COMPUTED; read += COMPUTED_BATCH_SIZE) {
    const sent = await findSent(trx, query, after);
    const lotIds = [...new Set(sent.map(({ lotId }) => lotId))];
    const origins = await findOrigins(trx, lotIds);
    const declared = declaredClaims(origins, await findSupplierCertificates(trx, origins));
    for (const line of sent) {
      if (!needsCertificate(soldAsOf(line.soldAs)?.status ?? declared.get(line.lotId) ?? null)) continue;
      if (lines.length === MAX_LISTED) return { lines, more: true };
      lines.push(line);
    }
    if (sent.length < COMPUTED_BATCH_SIZE) return { lines, more: false };
    after = sent.at(-1);
  }
  return { lines, more: true };
}

/**
 * The lines of inwards or dispatches of organic lots with a quantity to cover, without returned quantities unless
 * requested: newest first, at most 200, and whether there may be more. `partyId` narrows it to a supplier or a buyer.
 */
export async function findLinesToCover(trx: Trx, query: Query): Promise<Answer> {
  const { lines, more } =
    query.direction === 'purchase' ? await findPurchases(trx, query) : await findSales(trx, query);
  return { lines: await withClaims(trx, lines), more };
}
