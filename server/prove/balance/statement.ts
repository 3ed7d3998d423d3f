/** The statement of an item or a lot over a period: incoming and outgoing quantities by kind, and counts. */
import { sql, type RawBuilder } from 'kysely';
import { MAX_BALANCE_ENTRIES } from '#contract/prove/massBalance.ts';
import { movementKinds, type MovementKind } from '#contract/stock/stock.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import type { Trx } from '../../core/db/tables.ts';
import { documentKey, findDocumentLabels } from '../../stock/names/documentLabels.ts';
import { signOf } from '../../stock/ledger/kinds.ts';

/** Whole days, both included. */
export interface Period {
  from: string;
  to: string;
}

/** The lots of an item, or one lot. */
export interface Subject {
  itemId: number;
  lotId: number | null;
}

interface Entry {
  document: { kind: DocumentKind; id: number; label: string };
  day: string;
  lotCode: string;
  quantity: number;
}

export interface Line {
  kind: MovementKind;
  /** Thousandths, never below zero. */
  quantity: number;
  documents: number;
  entries: Entry[];
}

export interface Statement {
  opening: number;
  closing: number;
  lines: Line[];
  counted: number | null;
  countedOn: string | null;
  /** The ledger's quantity of the counted lots on that day. */
  countedLedger: number | null;
  countedLots: number;
  countDays: string[];
}

/** Whether a lot l is one of the subject's. */
function isOf({ itemId, lotId }: Subject): RawBuilder<unknown> {
  return lotId === null ? sql`l.item_id = ${itemId}` : sql`l.id = ${lotId}`;
}

interface Sum {
  kind: MovementKind;
  before: number;
  within: number;
}

async function findSums(trx: Trx, subject: Subject, { from, to }: Period): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select v.kind,
      cast(sum(case when v.occurred_on < ${from} then v.quantity else 0 end) as bigint) as before,
      cast(sum(case when v.occurred_on between ${from} and ${to} then v.quantity else 0 end) as bigint) as within
    from lot l join movement v on v.lot_id = l.id where ${isOf(subject)} group by v.kind`.execute(trx);
  return rows;
}

interface EntryRow {
  documentKind: DocumentKind;
  documentId: number;
  lotCode: string;
  day: string;
  quantity: number;
  /** How many documents there are. */
  total: number;
}

async function findEntries(trx: Trx, subject: Subject, { from, to }: Period, kind: MovementKind): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.*, max(e.nth) over () as total
    from (
      select v.document_kind as "documentKind", v.document_id as "documentId", l.id as "lotId", l.code as "lotCode",
        v.occurred_on as day, cast(sum(v.quantity) as bigint) as quantity,
        dense_rank() over (order by v.document_kind, v.document_id) as nth
      from lot l join movement v on v.lot_id = l.id
      where ${isOf(subject)} and v.kind = ${kind} and v.occurred_on between ${from} and ${to}
      group by v.document_kind, v.document_id, l.id, l.code, v.occurred_on having sum(v.quantity) <> 0) e
    order by e.day desc, e."documentId" desc, e."lotId" limit ${sql.lit(MAX_BALANCE_ENTRIES)}`.execute(trx);
  return rows;
}

interface Count {
  day: string;
  /** Counted quantity of the lots. */
  quantity: number;
  ledger: number;
  lots: number;
}

/** The counts of the subject, day by day, the newest first; of a lot that was counted again on a day, the last one. */
async function findCounts(trx: Trx, subject: Subject): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select c.day, cast(sum(c.quantity) as bigint) as quantity, cast(sum(c.ledger) as bigint) as ledger, cast(count(*) as bigint) as lots
    from (
      select a.adjustment_date as day, j.quantity, j.ledger_quantity as ledger,
        row_number() over (partition by l.id, a.adjustment_date order by a.id desc, j.id desc) as again
      from lot l join adjustment_line j on j.lot_id = l.id join adjustment a on a.id = j.adjustment_id
      where a.kind = 'count' and a.deleted_at is null and j.deleted_at is null and ${isOf(subject)}) c
    where c.again = 1 group by c.day order by c.day desc`.execute(trx);
  return rows;
}

/** Incoming and outgoing quantities of the subject's lots, net of corrections, with the documents behind each kind. */
export async function findStatement(trx: Trx, subject: Subject, period: Period): Promise<Statement> {
  const sums = new Map((await findSums(trx, subject, period)).map((row) => [row.kind, row]));
  const total = (part: 'before' | 'within') => [...sums.values()].reduce((sum, row) => sum + row[part], 0);
  const lines: Line[] = [];
  for (const kind of movementKinds) {
    const moved = (sums.get(kind)?.within ?? 0) * signOf(kind);
    const rows = moved === 0 ? [] : await findEntries(trx, subject, period, kind);
    const labels = await findDocumentLabels(trx, rows);
    lines.push({
      kind,
      quantity: moved,
      documents: rows[0]?.total ?? 0,
      entries: rows.map((entry) => ({
        document: { kind: entry.documentKind, id: entry.documentId, label: labels.get(documentKey(entry)) ?? '' },
        day: entry.day,
        lotCode: entry.lotCode,
        quantity: entry.quantity * signOf(kind),
      })),
    });
  }
  const counts = await findCounts(trx, subject);
  const count = counts.find(({ day }) => day >= period.from && day <= period.to);
  return {
    opening: total('before'),
    closing: total('before') + total('within'),
    lines,
    counted: count?.quantity ?? null,
    countedOn: count?.day ?? null,
    countedLedger: count?.ledger ?? null,
    countedLots: count?.lots ?? 0,
    countDays: counts.map(({ day }) => day),
  };
}
