import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  adjustmentLineRecord,
  adjustmentRecord,
  waitingLineRecord,
} from '#contract/stock/adjustments/adjustments.ts';
import type { AdjustmentKind, AdjustmentState } from '#contract/documentStatus.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { executeKeyed, listed, param } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { anyOf, contained, matchesByWords } from '../../core/lists/search.ts';
import { matchingMaterials } from '../names/materialNames.ts';
import { nameOfItem, unitOfItem, withMasters } from '../names/itemNames.ts';
import { findOne } from '../../core/lists/findOne.ts';
import { withLines } from '../../core/records/lines.ts';
import { countedLotColumns, findBeyond, type CountedLot } from './beyondTolerance.ts';

/** A stored line: its value follows from its lot (`values.ts`). */
export type AdjustmentLine = Omit<z.output<typeof adjustmentLineRecord>, 'value'>;
export type Adjustment = Omit<z.output<typeof adjustmentRecord>, 'value' | 'lines'> & { lines: AdjustmentLine[] };
type WaitingLine = z.output<typeof waitingLineRecord>;
type AdjustmentRow = Omit<Adjustment, 'lines' | 'waitingLines'>;

const rowId = sql<number>`a.id`;
const state = sql<AdjustmentState>`case when a.waiting_since is null then 'posted' else 'waiting' end`;

/**
 * Adjustments, newest first; searched by reason, lot code, item and supplier; opening stock by the suppliers of its
 * lots.
 */
export const adjustmentList: ListSource<AdjustmentRow> = {
  columns: sql`
    a.id as "adjustmentId", a.kind, ${state} as state, u.full_name as "countedBy",
    a.counted_by as "countedById", a.adjustment_date as "date", a.reason, a.supplier_id as "supplierId",
    s.name as "supplierName", a.created_at as "createdAt", a.updated_at as "updatedAt"`,
  from: sql`adjustment a left join supplier s on s.id = a.supplier_id left join app_user u on u.id = a.counted_by`,
  where: sql`a.deleted_at is null`,
  counted: 'adjustment',
  filters: {
    kind: (equalsParam) => sql`a.kind ${equalsParam}`,
    state: (equalsParam) => sql`${state} ${equalsParam}`,
    lotId: sql`
      a.id in (select j.adjustment_id from adjustment_line j where j.lot_id = ${param('lotId')} and j.deleted_at is null)`,
    itemId: (equalsParam) => sql`
      a.id in (
        select j.adjustment_id from adjustment_line j join lot l on l.id = j.lot_id
        where l.item_id ${equalsParam} and j.deleted_at is null)`,
    dateFrom: sql`a.adjustment_date >= ${param('dateFrom')}`,
    dateTo: sql`a.adjustment_date <= ${param('dateTo')}`,
  },
  matches: (term) => {
    const isOfItem = anyOf(
      contained(term, ['l.code']),
      sql`i.raw_material_id in (${matchingMaterials(term)})`,
      sql`i.product_id in (select id from product where ${matchesByWords(term, 'product_words', 'id', ['name'])})`,
    );
    const suppliers = sql`(select id from supplier where ${matchesByWords(term, 'supplier_words', 'id', ['name'])})`;
    return anyOf(
      contained(term, ['a.reason']),
      sql`a.supplier_id in ${suppliers}`,
      sql`
        (a.kind = 'opening' and a.id in (
          select j.adjustment_id from lot l join adjustment_line j on j.lot_id = l.id
          where j.deleted_at is null and l.supplier_id in ${suppliers}))`,
      sql`
        a.id in (
          select j.adjustment_id from adjustment_line j join lot l on l.id = j.lot_id join item i on i.id = l.item_id
          where j.deleted_at is null and ${isOfItem})`,
    );
  },
  sort: { adjustmentId: rowId, date: sql`a.adjustment_date`, kind: sql`a.kind` },
  defaultSort: { by: 'adjustmentId', order: 'desc' },
  id: rowId,
};

async function findLines(db: Database | Trx, ids: readonly number[]) {
  const { rows } = await executeKeyed(
    db,
    `adjustment lines ${ids.length}`,
    ids,
    () => sql<AdjustmentLine & { adjustmentId: number }>`
      select j.adjustment_id as "adjustmentId", j.id as "adjustmentLineId", j.lot_id as "lotId", l.code as "lotCode",
        l.item_id as "itemId", i.raw_material_id as "rawMaterialId", i.product_id as "productId",
        ${nameOfItem} as "itemName", ${unitOfItem} as unit, l.expires_on as "expiresOn",
        j.quantity, j.ledger_quantity as "ledgerQuantity", j.price_per_unit as "pricePerUnit",
        case when a.kind = 'opening' then l.claim end as claim, s.id as "supplierId", s.name as "supplierName",
        j.dispatch_line_id as "dispatchLineId", d.id as "dispatchId", d.invoice_number as "dispatchNumber",
        b.id as "buyerId", b.name as "buyerName", j.reason
      from adjustment_line j join lot l on l.id = j.lot_id join item i on i.id = l.item_id
        ${withMasters}
        left join dispatch_line x on x.id = j.dispatch_line_id left join dispatch d on d.id = x.dispatch_id
        left join buyer b on b.id = d.buyer_id left join adjustment a on a.id = j.adjustment_id
        left join supplier s on s.id = l.supplier_id and a.kind = 'opening'
      where j.adjustment_id in ${listed(ids)} and j.deleted_at is null order by j.adjustment_id, j.position`,
  );
  return rows;
}

/** The lines of counts that wait, in order, by the id of their count. */
async function findWaitingLines(
  db: Database | Trx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WaitingLine[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await executeKeyed(
    db,
    `waiting lines ${ids.length}`,
    ids,
    () => sql<Omit<WaitingLine, 'tolerancePercent' | 'beyond'> & CountedLot & { adjustmentId: number }>`
      select k.adjustment_id as "adjustmentId", k.lot_id as "lotId", coalesce(l.code, k.code) as "lotCode",
        k.item_id as "itemId", i.raw_material_id as "rawMaterialId", i.product_id as "productId",
        ${nameOfItem} as "itemName", ${unitOfItem} as unit, coalesce(l.expires_on, k.expires_on) as "expiresOn",
        k.quantity, k.ledger_quantity as "ledgerQuantity", k.reason, ${countedLotColumns}
      from waiting_line k join item i on i.id = k.item_id ${withMasters} left join lot l on l.id = k.lot_id
      where k.adjustment_id in ${listed(ids)} order by k.adjustment_id, k.position`,
  );
  const lines = Map.groupBy(rows, ({ adjustmentId }) => adjustmentId);
  const lineOf = ({ adjustmentId: _, tolerance, variance, passed, ...line }: (typeof rows)[number]): WaitingLine => {
    const lot = { lotId: line.lotId, tolerance, variance, passed };
    return { ...line, tolerancePercent: tolerance, beyond: findBeyond(lot, line.quantity, line.ledgerQuantity) };
  };
  return new Map([...lines].map(([id, own]) => [id, own.map(lineOf)]));
}

/** Adds the lines to adjustments, also those of counts that wait. */
export async function addLines(db: Database | Trx, adjustments: readonly AdjustmentRow[]): Promise<Adjustment[]> {
  const waiting = await findWaitingLines(
    db,
    adjustments.flatMap(({ adjustmentId, state: of }) => (of === 'waiting' ? adjustmentId : [])),
  );
  return await withLines(
    adjustments,
    'adjustmentId',
    (ids) => findLines(db, ids),
    (adjustment, lines) => ({ ...adjustment, lines, waitingLines: waiting.get(adjustment.adjustmentId) ?? [] }),
  );
}

/** One adjustment with its lines, unless it is deleted. */
export async function findAdjustment(db: Database | Trx, id: number): Promise<Adjustment | undefined> {
  return await findOne(db, adjustmentList, id, addLines);
}

/** The ledger's quantities of lots at the end of a day, in thousandths, without one adjustment. */
export async function findLedgerOn(
  trx: Trx,
  lotIds: readonly number[],
  date: string,
  exceptId: number,
): Promise<Map<number, number>> {
  const quantities: { lotId: number; quantity: number }[] = [];
  for (const chunk of piecesOf(lotIds)) {
    const { rows } = await sql<{ lotId: number; quantity: number }>`
      select l.id as "lotId",
        (select cast(coalesce(sum(v.quantity), 0) as bigint) from movement v
          where v.lot_id = l.id and v.occurred_on <= ${date}
            and not (v.document_kind = 'adjustment' and v.document_id = ${exceptId})) as quantity
      from lot l where l.id in ${listed(chunk)}`.execute(trx);
    quantities.push(...rows);
  }
  return new Map(quantities.map(({ lotId, quantity }) => [lotId, quantity]));
}

/** Lots of a count for which earlier counts changed since it was deleted. */
export async function findRecounted(
  trx: Trx,
  { adjustmentId, date, lines }: Adjustment,
  deletedAt: string,
): Promise<ReadonlySet<number>> {
  const lotIds = lines.map(({ lotId }) => lotId);
  const { rows } = await sql<{ lotId: number }>`
    select lot_id as "lotId" from movement
    where lot_id in ${listed(lotIds)} and kind in ('found', 'lost') and recorded_at > ${deletedAt}
      and document_id <> ${adjustmentId}
      and (occurred_on < ${date} or (occurred_on = ${date} and document_id < ${adjustmentId}))
    group by lot_id having sum(quantity) <> 0`.execute(trx);
  return new Set(rows.map(({ lotId }) => lotId));
}

/** The lots that these lines opened: for a lot opened by a count, the line that came first. */
export async function findOpened(trx: Trx, kind: AdjustmentKind, lines: readonly AdjustmentLine[]): Promise<number[]> {
  if (lines.length === 0 || kind === 'writeOff' || kind === 'supplierReturn') return [];
  if (kind !== 'count') return lines.map(({ lotId }) => lotId);
  const ids = lines.map(({ adjustmentLineId }) => adjustmentLineId);
  const { rows } = await sql<{ lotId: number }>`
    select j.lot_id as "lotId" from adjustment_line j join lot l on l.id = j.lot_id
    where j.id in ${listed(ids)} and l.origin = 'found'
      and not exists (
        select 1 from adjustment_line earlier where earlier.lot_id = j.lot_id and earlier.id < j.id)`.execute(trx);
  return rows.map(({ lotId }) => lotId);
}
