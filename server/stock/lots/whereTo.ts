/** Where the quantity of a lot went, and since when it is held. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { lotEndpoints, lotMovementRecord } from '#contract/stock/lots/lots.ts';
import { movementDirections } from '#contract/stock/stock.ts';
import { inPieces, param, prepared } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';

type Movement = z.output<typeof lotMovementRecord>;
type WholeLot = z.output<typeof lotEndpoints.get.answer>;
type WentTo = WholeLot['wentTo'][number];
type OutputOfRun = WentTo['made'][number] & { runId: number };

/** The batches of runs. */
async function findOutputs(db: Database | Trx, runIds: readonly number[]): Promise<ReadonlyMap<number, OutputOfRun[]>> {
  const rows = await inPieces<OutputOfRun>(
    db,
    'batches of runs',
    runIds,
    (chunk) => sql<OutputOfRun>`
      select g.id as "finishedGoodId", g.batch_number as "batchNumber", p.name as "productName", g.run_id as "runId"
      from finished_good g join product p on p.id = g.product_id
      where g.run_id in ${chunk} and g.deleted_at is null order by g.id`,
  );
  return Map.groupBy(rows, ({ runId }) => runId);
}

/** Net quantity that each document took out of a lot, the last one first. */
export async function findWentTo(db: Database | Trx, movements: readonly Movement[]): Promise<WentTo[]> {
  const sums = new Map<string, Omit<WentTo, 'made'>>();
  for (const { kind, document, quantity, reversed, reversesId } of movements) {
    if (movementDirections[kind] === 'in' || reversed || reversesId !== null) continue;
    const key = `${kind} ${document.kind} ${document.id}`;
    const before = sums.get(key)?.quantity ?? 0;
    sums.delete(key);
    sums.set(key, { kind, document, quantity: before - quantity });
  }
  const runs = [...sums.values()].flatMap(({ document: { kind, id } }) => (kind === 'run' ? [id] : []));
  const outputs = await findOutputs(db, runs);
  return [...sums.values()].toReversed().map((each) => {
    const batches = each.document.kind === 'run' ? (outputs.get(each.document.id) ?? []) : [];
    return { ...each, made: batches.map(({ runId: _, ...batch }) => batch) };
  });
}

type Held = NonNullable<WholeLot['held']>;
type Hold = Omit<Held, 'recallId'>;

/** Lots held from the start before that was audited have no such event: they are held since their first movement. */
const lastHold = prepared(
  () => sql<Hold>`
    select e.at, coalesce(u.full_name, '') as by from audit_event e left join app_user u on u.id = e.user_id
    where e.resource = 'lots' and e.record_id = ${param('id')} and e.action in ('hold', 'recall')
    order by e.id desc limit 1`,
);

/** A closed recall has its lots still, unless it released them. */
const newestRecall = prepared(
  () => sql<{ recallId: number }>`
    select r.id as "recallId" from recall_lot l join recall r on r.id = l.recall_id
    where l.lot_id = ${param('id')} and r.kind = 'real' and (r.ending is null or r.ending = 'keep')
      and r.deleted_at is null
    order by r.id desc limit 1`,
);

/** Start, user and recall of a lot's hold or recall. */
export async function findHeld(
  db: Database | Trx,
  { lotId, state }: Pick<WholeLot, 'lotId' | 'state'>,
  [first]: readonly Movement[],
): Promise<Held | null> {
  if (state === 'released') return null;
  const [held] = await lastHold(db, { id: lotId });
  const hold = held ?? (first ? { at: first.recordedAt, by: first.recordedBy } : null);
  if (!hold) return null;
  const [recall] = state === 'recalled' ? await newestRecall(db, { id: lotId }) : [];
  return { ...hold, recallId: recall?.recallId ?? null };
}
