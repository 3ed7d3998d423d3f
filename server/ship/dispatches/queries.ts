/** Dispatches with their lines. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { dispatchLineRecord, dispatchRecord } from '#contract/ship/dispatches.ts';
import { listed, param } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { anyOf, contained, matchesByWords } from '../../core/lists/search.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';
import { findNamedClaims } from '../../stock/origins/schemeClaims.ts';
import { returnedOfLine } from '../../stock/ledger/returned.ts';
import { findOne } from '../../core/lists/findOne.ts';
import { withLines } from '../../core/records/lines.ts';

export type Dispatch = z.output<typeof dispatchRecord>;
export type DispatchLine = z.output<typeof dispatchLineRecord>;

type Db = Database | Trx;
type DispatchRow = Omit<Dispatch, 'lines'>;

const rowId = sql<number>`d.id`;

const ofLot = sql`d.id in (
  select x.dispatch_id from dispatch_line x where x.lot_id = ${param('lotId')} and x.deleted_at is null)`;

/** Dispatches, newest first; found by buyer, invoice number and lot. */
export const dispatchList: ListSource<DispatchRow> = {
  columns: sql`
    d.id as "dispatchId", d.buyer_id as "buyerId", b.name as "buyerName", d.dispatch_date as "dispatchDate",
    d.invoice_number as "invoiceNumber", d.vehicle, d.transport_document as "transportDocument",
    d.transaction_certificate as "transactionCertificate", d.inspection_certificate as "inspectionCertificate",
    d.import_certificate as "importCertificate", d.sold_as as "soldAs", d.sold_as_reason as "soldAsReason",
    d.after_expiry_reason as "afterExpiryReason", d.note, d.created_at as "createdAt",
    d.updated_at as "updatedAt"`,
  from: sql`dispatch d left join buyer b on b.id = d.buyer_id`,
  where: sql`d.deleted_at is null`,
  counted: 'dispatch',
  filters: {
    buyerId: (equalsParam) => sql`d.buyer_id ${equalsParam}`,
    lotId: sql`${ofLot}`,
    itemId: (equalsParam) => sql`d.id in (
      select x.dispatch_id from dispatch_line x join lot l on l.id = x.lot_id
      where l.item_id ${equalsParam} and x.deleted_at is null)`,
    dispatchDateFrom: sql`d.dispatch_date >= ${param('dispatchDateFrom')}`,
    dispatchDateTo: sql`d.dispatch_date <= ${param('dispatchDateTo')}`,
  },
  matches: (term) =>
    anyOf(
      contained(term, ['d.invoice_number']),
      sql`d.buyer_id in (select id from buyer where ${matchesByWords(term, 'buyer_words', 'id', ['name'])})`,
      sql`d.id in (
        select x.dispatch_id from dispatch_line x join lot l on l.id = x.lot_id
        where x.deleted_at is null and ${contained(term, ['l.code'])})`,
    ),
  sort: {
    dispatchId: rowId,
    dispatchDate: sql`d.dispatch_date`,
    buyerName: sql`lower(coalesce(b.name, ''))`,
    invoiceNumber: sql`lower(d.invoice_number)`,
  },
  defaultSort: { by: 'dispatchId', order: 'desc' },
  id: rowId,
};

type LineRow = DispatchLine & { dispatchId: number };

async function findLines(db: Db, ids: readonly number[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select x.dispatch_id as "dispatchId", x.id as "dispatchLineId", l.id as "lotId", l.code as "lotCode",
      g.id as "finishedGoodId", l.item_id as "itemId", ${nameOfItem} as "itemName",
      ${unitOfItem} as unit, l.expires_on as "expiresOn", x.quantity,
      ${returnedOfLine(sql`x.id`)} as "returnedQty"
    from dispatch_line x join lot l on l.id = x.lot_id join item i on i.id = l.item_id
      ${withMasters}
      left join finished_good g on g.lot_id = l.id
    where x.dispatch_id in ${listed(ids)} and x.deleted_at is null order by x.dispatch_id, x.position, x.id`.execute(
    db,
  );
  return rows;
}

/** Adds their lines to dispatches. */
export async function addLines(db: Db, dispatches: readonly DispatchRow[]): Promise<Dispatch[]> {
  return await withLines(
    dispatches,
    'dispatchId',
    (ids) => findLines(db, ids),
    (dispatch, lines) => ({ ...dispatch, lines }),
  );
}

/** One dispatch, unless it is deleted. */
export async function findDispatch(db: Db, id: number): Promise<Dispatch | undefined> {
  return await findOne(db, dispatchList, id, addLines);
}

/** Adds what its batches claim now. */
export async function withClaims(db: Db, { lines, ...dispatch }: Dispatch): Promise<Dispatch> {
  const claims = await findNamedClaims(
    db,
    lines.map(({ lotId }) => lotId),
  );
  return { ...dispatch, lines: lines.map((line) => ({ ...line, ...claims.get(line.lotId) })) };
}

/** The returns of what a dispatch sent, unless they are deleted; the earliest first. */
export async function findReturns(trx: Trx, dispatchId: number): Promise<{ id: number; date: string }[]> {
  const { rows } = await sql<{ id: number; date: string }>`
    select a.id, a.adjustment_date as "date" from adjustment a
    where a.deleted_at is null and a.id in (
      select j.adjustment_id from adjustment_line j join dispatch_line x on x.id = j.dispatch_line_id
      where x.dispatch_id = ${dispatchId} and j.deleted_at is null)
    order by a.adjustment_date, a.id`.execute(trx);
  return rows;
}

/** Open recalls with a note about the buyer of a dispatch, oldest first. */
export async function findRecallsNotingBuyer(
  trx: Trx,
  dispatchId: number,
): Promise<{ recallId: number; title: string }[]> {
  const { rows } = await sql<{ recallId: number; title: string }>`
    select distinct r.id as "recallId", r.title from recall r
      join recall_line e on e.recall_id = r.id join dispatch_line x on x.id = e.dispatch_line_id
    where x.dispatch_id = ${dispatchId} and x.deleted_at is null and r.kind = 'real' and r.closed_at is null
      and (e.notified_at is not null or e.answer <> '' or e.destroyed > 0)
    order by r.id`.execute(trx);
  return rows;
}
