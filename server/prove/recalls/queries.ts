import { sql } from 'kysely';
import type { z } from 'zod';
import type { recallRecord } from '#contract/prove/recalls.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { contained } from '../../core/lists/search.ts';
import { moved } from '../../stock/ledger/kinds.ts';
import type { ReachedLot } from './figures.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';

type Db = Database | Trx;
export type Recall = z.output<typeof recallRecord>;

/** Recalls and drills, newest first; searched by title and reason. */
export const recallList: ListSource<Recall> = {
  columns: sql`
    r.id as "recallId", r.kind, r.title, r.reason, r.created_at as "startedAt", u.full_name as "startedBy",
    r.closed_at as "closedAt", r.conclusion, r.updated_at as "updatedAt"`,
  from: sql`recall r join app_user u on u.id = r.started_by`,
  where: sql`r.deleted_at is null`,
  counted: 'recall',
  filters: {
    kind: (equalsParam) => sql`r.kind ${equalsParam}`,
    state: (equalsParam) => sql`case when r.closed_at is null then 'open' else 'closed' end ${equalsParam}`,
  },
  matches: (term) => contained(term, ['r.title', 'r.reason']),
  sort: { recallId: sql`r.id`, startedAt: sql`r.created_at`, title: sql`lower(r.title)` },
  defaultSort: { by: 'recallId', order: 'desc' },
  id: sql<number>`r.id`,
};

/** A recall, with the fields of its report. */
export interface RecallRow extends Recall {
  foundMs: number;
  closedBy: string | null;
  /** The report of a closed one, as JSON. */
  report: string | null;
}

/** One recall. */
export async function findRecall(db: Db, id: number): Promise<RecallRow | undefined> {
  const { columns, from, where } = recallList;
  const { rows } = await sql<RecallRow>`
    select ${columns}, r.found_ms as "foundMs", r.report,
      (select full_name from app_user where id = r.closed_by) as "closedBy"
    from ${from} where ${where} and r.id = ${id}`.execute(db);
  return rows[0];
}

/** Inputs of lot l in completed runs without a batch. */
const usedUp = sql<number>`(
  select cast(coalesce(-sum(v.quantity), 0) as bigint) from movement v join production_run r on r.id = v.document_id
  where v.lot_id = l.id and v.kind = 'consumed' and v.document_kind = 'run' and r.status = 'completed'
    and not exists (select 1 from finished_good batch where batch.run_id = r.id and batch.deleted_at is null))`;

type LotRow = Omit<ReachedLot, 'inProgressQty' | 'isRoot' | 'partsQty' | 'claim' | 'claims'>;

/** Lots with their totals. */
export async function findReachedLots(db: Db, lotIds: readonly number[]): Promise<LotRow[]> {
  return await inPieces(
    db,
    'recalled lots',
    lotIds,
    (chunk) => sql<LotRow>`
      select l.id as "lotId", g.id as "finishedGoodId", l.code, ${nameOfItem} as "itemName",
        ${unitOfItem} as unit, i.weight as milligrams, l.origin, l.state,
        ${moved('in', 'l')} - case when l.lost < l.found then l.lost else l.found end as "madeQty", l.consumed as "usedQty", l.dispatched as "shippedQty",
        l.wasted + l.returned_to_supplier as "writtenOffQty",
        case when l.lost > l.found then l.lost - l.found else 0 end as "lostQty", l.on_hand as "onHandQty",
        ${moved('in', 'l')} - l.found as "broughtQty", l.found - l.lost as "foundQty",
        ${usedUp} as "usedUpQty"
      from lot l join item i on i.id = l.item_id ${withMasters} left join finished_good g on g.lot_id = l.id and g.deleted_at is null
      where l.id in ${chunk} and l.deleted_at is null order by l.id`,
  );
}

/** Dispatched quantity of a lot, by line. */
interface SentLine {
  dispatchLineId: number;
  dispatchId: number;
  buyerId: number | null;
  invoiceNumber: string;
  dispatchDate: string;
  soldAs: string | null;
  lotId: number;
  lotCode: string;
  itemName: string;
  unit: string;
  quantity: number;
}

/** The lines of dispatches that sent something of lots, by id. */
export async function findSentLines(db: Db, lotIds: readonly number[]): Promise<SentLine[]> {
  return await inPieces(
    db,
    'recalled dispatches',
    lotIds,
    (chunk) => sql<SentLine>`
      select x.id as "dispatchLineId", d.id as "dispatchId", d.buyer_id as "buyerId",
        d.invoice_number as "invoiceNumber", d.dispatch_date as "dispatchDate", d.sold_as as "soldAs", l.id as "lotId",
        l.code as "lotCode", ${nameOfItem} as "itemName", ${unitOfItem} as unit, x.quantity
      from dispatch_line x join dispatch d on d.id = x.dispatch_id join lot l on l.id = x.lot_id
        join item i on i.id = l.item_id ${withMasters}
      where x.lot_id in ${chunk} and x.deleted_at is null and d.deleted_at is null order by x.id`,
  );
}

/** One return to a dispatch line, in thousandths; below 0 if a return was corrected. */
export interface ReturnedLine {
  /** The line of its return. */
  returnId: number;
  dispatchLineId: number;
  quantity: number;
  at: string;
}

/** Returns to dispatch lines, movement by movement: a later edit of a return is a further part. */
export async function findReturnedLines(db: Db, lineIds: readonly number[]): Promise<ReturnedLine[]> {
  return await inPieces(
    db,
    'recalled returns',
    lineIds,
    (chunk) => sql<ReturnedLine>`
      select j.id as "returnId", j.dispatch_line_id as "dispatchLineId", v.quantity, v.recorded_at as at
      from adjustment_line j join adjustment a on a.id = j.adjustment_id
        join movement v on v.document_kind = 'adjustment' and v.document_id = a.id and v.line_id = j.id
      where j.dispatch_line_id in ${chunk} and j.deleted_at is null and a.deleted_at is null order by v.id`,
  );
}

interface Party {
  buyerId: number;
  name: string;
  phone: string;
  email: string;
  address: string;
}

/** Buyers, deleted ones too: they have the goods all the same. */
export async function findRecalledBuyers(db: Db, ids: readonly number[]): Promise<Party[]> {
  return await inPieces(
    db,
    'recalled buyers',
    ids,
    (chunk) =>
      sql<Party>`select id as "buyerId", name, phone, email, address from buyer where id in ${chunk} order by name, id`,
  );
}

/** Note on a dispatch line. */
export interface LineNote {
  dispatchLineId: number;
  notifiedAt: string | null;
  notifiedBy: string;
  answer: string;
  answeredAt: string | null;
  destroyedQty: number;
}

/** Notes of a recall on dispatch lines: the last one of each. */
export async function findLineNotes(db: Db, recallId: number): Promise<LineNote[]> {
  return await db
    .selectFrom('recall_line')
    .select([
      'dispatch_line_id as dispatchLineId',
      'notified_at as notifiedAt',
      'notified_by as notifiedBy',
      'answer',
      'answered_at as answeredAt',
      'destroyed as destroyedQty',
    ])
    .where('recall_id', '=', recallId)
    .execute();
}

/** The notes on the time line, with their authors. */
export async function findNotes(db: Db, recallId: number): Promise<{ at: string; who: string; text: string }[]> {
  return await db
    .selectFrom('recall_note as n')
    .innerJoin('app_user as u', 'u.id', 'n.user_id')
    .select(['n.noted_at as at', 'u.full_name as who', 'n.body as text'])
    .where('n.recall_id', '=', recallId)
    .orderBy('n.id')
    .execute();
}
