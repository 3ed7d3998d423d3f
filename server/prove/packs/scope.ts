/** The scope of a pack: a period, or chosen lots with all their sources and destinations. */
import { sql, type RawBuilder } from 'kysely';
import type { DocumentKind } from '#contract/kinds.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { flowsInto, flowsOutOf } from '../../stock/origins/flows.ts';

/** Request for a pack; days yyyy-mm-dd. */
export interface PackRequest {
  from: string;
  to: string;
  /** Empty for all of the period. */
  lotIds: readonly number[];
}

/** Documents by kind, each once, in order. */
export type Documents = Readonly<Record<DocumentKind, readonly number[]>>;

export interface Scope extends PackRequest {
  /** Documents with present movements in the period, or of the lots on any day, as the registers list them. */
  documents: Documents;
  /** Includes former references: the events contain corrected versions. */
  everNamed: Documents;
}

interface DocumentRow {
  kind: DocumentKind;
  id: number;
  /** 0 where all that it moved here was reversed. */
  moves: number;
}

/** Documents of the movements under a condition. A correction has a reversal with the same day and lot. */
function documentsOf(condition: RawBuilder<unknown>): RawBuilder<DocumentRow> {
  return sql<DocumentRow>`
    select kind, id, max(moved) as moves from (
      select document_kind as kind, document_id as id, case when sum(quantity) = 0 then 0 else 1 end as moved
      from movement where ${condition} group by document_kind, document_id, lot_id, occurred_on) as m
    group by kind, id`;
}

/** A count that agreed with the ledger moved nothing, and proves as much as one that didn't. */
async function findDocuments(trx: Trx, { from, to, lotIds }: PackRequest): Promise<DocumentRow[]> {
  if (lotIds.length === 0) {
    const { rows: moved } = await documentsOf(sql`occurred_on between ${from} and ${to}`).execute(trx);
    const { rows: adjusted } = await sql<DocumentRow>`
      select 'adjustment' as kind, id, 1 as moves from adjustment
      where adjustment_date between ${from} and ${to} and deleted_at is null and waiting_since is null`.execute(trx);
    return [...moved, ...adjusted];
  }
  const [into, outOf] = [await flowsInto(trx, lotIds), await flowsOutOf(trx, lotIds)];
  const lots = [...new Set([...into.lots.keys(), ...outOf.lots.keys()])];
  const moved = await inPieces(trx, 'packed documents', lots, (chunk) => documentsOf(sql`lot_id in ${chunk}`));
  const adjusted = await inPieces(
    trx,
    'packed adjustments',
    lots,
    (chunk) => sql<DocumentRow>`
      select distinct 'adjustment' as kind, j.adjustment_id as id, 1 as moves
      from adjustment_line j join adjustment a on a.id = j.adjustment_id
      where j.lot_id in ${chunk} and j.deleted_at is null and a.deleted_at is null`,
  );
  return [...moved, ...adjusted];
}

/** The documents by kind, with the runs of their batches. */
async function byKind(trx: Trx, rows: readonly DocumentRow[]): Promise<Documents> {
  const idsOf = (kind: DocumentKind) => rows.filter((each) => each.kind === kind).map(({ id }) => id);
  const sorted = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);
  const goods = sorted(idsOf('goods'));
  const runs = await inPieces(
    trx,
    'runs of batches',
    goods,
    (chunk) => sql<{ id: number }>`
      select distinct run_id as id from finished_good where id in ${chunk} and run_id is not null`,
  );
  return {
    inward: sorted(idsOf('inward')),
    run: sorted([...idsOf('run'), ...runs.map(({ id }) => id)]),
    goods,
    dispatch: sorted(idsOf('dispatch')),
    adjustment: sorted(idsOf('adjustment')),
  };
}

/** The documents that a pack is about. */
export async function findScope(trx: Trx, request: PackRequest): Promise<Scope> {
  const documents = await findDocuments(trx, request);
  const moving = documents.filter(({ moves }) => moves === 1);
  return { ...request, documents: await byKind(trx, moving), everNamed: await byKind(trx, documents) };
}

/** The lots that a pack traces: the requested ones, else the batches made or dispatched in the period. */
export async function findTraced(trx: Trx, { from, to, lotIds }: PackRequest): Promise<readonly number[]> {
  if (lotIds.length > 0) return lotIds;
  const { rows } = await sql<{ id: number }>`
    select l.id from lot l where l.origin = 'produced' and l.deleted_at is null and l.received_on between ${from} and ${to}
    union
    select v.lot_id from movement v join lot l on l.id = v.lot_id
    where v.kind = 'dispatched' and v.occurred_on between ${from} and ${to} and l.deleted_at is null
    group by v.lot_id having sum(v.quantity) <> 0
    order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}
