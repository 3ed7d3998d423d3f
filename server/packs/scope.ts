/** What a pack is about: a period, or chosen lots with all that they came from and went into. */
import { sql } from 'kysely';
import type { DocumentKind } from '#contract/stock.ts';
import { inPieces } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import { flowsInto, flowsOutOf } from '../stock/origins/flows.ts';

/** What is asked for; days yyyy-mm-dd. */
export interface PackRequest {
  from: string;
  to: string;
  /** Empty for all of the period. */
  lotIds: readonly number[];
}

/** Documents by kind, each once, in order. */
export type Documents = Readonly<Record<DocumentKind, readonly number[]>>;

export interface Scope extends PackRequest {
  /** All documents that moved something in the period, or moved the lots on any day, and all adjustments of them. */
  documents: Documents;
}

interface Found {
  kind: DocumentKind;
  id: number;
}

/** A count that agreed with the ledger moved nothing, and proves as much as one that didn't. */
async function findDocuments(trx: Trx, { from, to, lotIds }: PackRequest): Promise<Found[]> {
  if (lotIds.length === 0) {
    const { rows } = await sql<Found>`
      select distinct document_kind as kind, document_id as id from movement where occurred_on between ${from} and ${to}
      union
      select 'adjustment' as kind, id from adjustment
      where adjustment_date between ${from} and ${to} and deleted_at is null`.execute(trx);
    return rows;
  }
  const [into, outOf] = [await flowsInto(trx, lotIds), await flowsOutOf(trx, lotIds)];
  const lots = [...new Set([...into.lots.keys(), ...outOf.lots.keys()])];
  const moved = await inPieces(
    trx,
    'packed documents',
    lots,
    (some) => sql<Found>`
      select distinct document_kind as kind, document_id as id from movement where lot_id in ${some}`,
  );
  const adjusted = await inPieces(
    trx,
    'packed adjustments',
    lots,
    (some) => sql<Found>`
      select distinct 'adjustment' as kind, n.adjustment_id as id
      from adjustment_line n join adjustment a on a.id = n.adjustment_id
      where n.lot_id in ${some} and n.deleted_at is null and a.deleted_at is null`,
  );
  return [...moved, ...adjusted];
}

/** The documents that a pack is about. */
export async function findScope(trx: Trx, request: PackRequest): Promise<Scope> {
  const ids: Record<DocumentKind, Set<number>> = {
    inward: new Set(),
    run: new Set(),
    goods: new Set(),
    dispatch: new Set(),
    adjustment: new Set(),
  };
  for (const { kind, id } of await findDocuments(trx, request)) ids[kind].add(id);
  const runs = await inPieces(
    trx,
    'runs of batches',
    [...ids.goods],
    (some) => sql<{ id: number }>`
      select distinct run_id as id from finished_good where id in ${some} and run_id is not null`,
  );
  for (const { id } of runs) ids.run.add(id);
  const sorted = (some: Set<number>) => [...some].sort((a, b) => a - b);
  return {
    ...request,
    documents: {
      inward: sorted(ids.inward),
      run: sorted(ids.run),
      goods: sorted(ids.goods),
      dispatch: sorted(ids.dispatch),
      adjustment: sorted(ids.adjustment),
    },
  };
}

/**
 * The lots that a pack traces: those asked for, else the batches made or dispatched in the period.
 */
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
