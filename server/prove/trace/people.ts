/** Data of a trace's documents and of their senders and recipients, by their ids. */
import { sql } from 'kysely';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';

interface Party {
  id: number;
  name: string;
  phone: string;
  email: string;
  address: string;
}

/** Suppliers or buyers, deleted ones too. */
export async function findParties(trx: Trx, table: 'supplier' | 'buyer', ids: readonly number[]): Promise<Party[]> {
  return await inPieces(
    trx,
    `traced ${table}s`,
    ids,
    (chunk) =>
      sql<Party>`select id, name, phone, email, address from ${sql.table(table)} where id in ${chunk} order by id`,
  );
}

interface TracedInward {
  id: number;
  supplierId: number;
  invoiceNumber: string;
  day: string;
  hasBill: number;
}

/** Inwards by id, deleted ones too. */
export async function findInwards(trx: Trx, ids: readonly number[]): Promise<TracedInward[]> {
  return await inPieces(
    trx,
    'traced inwards',
    ids,
    (chunk) => sql<TracedInward>`
      select id, supplier_id as "supplierId", invoice_number as "invoiceNumber", inward_date as day,
        case when bill_id is null then 0 else 1 end as "hasBill"
      from inward where id in ${chunk} order by id`,
  );
}

interface TracedDispatch {
  id: number;
  buyerId: number | null;
  invoiceNumber: string;
  day: string;
  soldAs: string | null;
}

/** Dispatches by id, deleted ones too. */
export async function findDispatches(trx: Trx, ids: readonly number[]): Promise<TracedDispatch[]> {
  return await inPieces(
    trx,
    'traced dispatches',
    ids,
    (chunk) => sql<TracedDispatch>`
      select id, buyer_id as "buyerId", invoice_number as "invoiceNumber", dispatch_date as day, sold_as as "soldAs"
      from dispatch where id in ${chunk} order by id`,
  );
}

interface TracedRun {
  id: number;
  day: string;
}

/** Runs by id, deleted ones too. */
export async function findRuns(trx: Trx, ids: readonly number[]): Promise<TracedRun[]> {
  return await inPieces(
    trx,
    'traced runs',
    ids,
    (chunk) => sql<TracedRun>`select id, production_date as day from production_run where id in ${chunk} order by id`,
  );
}

interface OddUse {
  runId: number;
  lotId: number;
  isEarly: number;
  isLate: number;
}

/**
 * Which runs consumed from which of the lots on a day before the lot came in, or after its expiry date: each input has its own
 * day.
 */
export async function findOddUses(trx: Trx, lotIds: readonly number[]): Promise<OddUse[]> {
  return await inPieces(
    trx,
    'traced odd uses',
    lotIds,
    (chunk) => sql<OddUse>`
      select v.document_id as "runId", v.lot_id as "lotId",
        max(case when v.occurred_on < l.received_on then 1 else 0 end) as "isEarly",
        max(case when v.occurred_on > l.expires_on then 1 else 0 end) as "isLate"
      from movement v join lot l on l.id = v.lot_id
      where l.id in ${chunk} and (l.first_used_on < l.received_on or l.taken_expired_on is not null) and v.kind = 'consumed'
        and (v.occurred_on < l.received_on or v.occurred_on > l.expires_on)
      group by v.lot_id, v.document_id, v.occurred_on having sum(v.quantity) <> 0`,
  );
}
