/**
 * Recalled lots (design §2, Lots): with a lot everything is recalled that came of it, at any depth, and what is made of it
 * later.
 */
import { sql } from 'kysely';
import { piecesOf } from '../db/pieces.ts';
import { inPieces } from '../db/statements.ts';
import type { LotState } from '#contract/stock.ts';
import type { Database, Trx } from '../db/tables.ts';
import { lockItems } from './items.ts';
import { changeState, findLots } from './lots.ts';
import { findRunOutputs } from './origins.ts';

type Db = Database | Trx;

const findUsers = async (db: Db, lotIds: readonly number[]) =>
  await inPieces(
    db,
    'runs that used lots',
    lotIds,
    (some) => sql<{ runId: number }>`
      select document_id as "runId" from movement where lot_id in ${some} and kind = 'consumed'
      group by lot_id, document_id having sum(quantity) <> 0`,
  );

const findParts = async (db: Db, lotIds: readonly number[]) =>
  await inPieces(
    db,
    'returned parts',
    lotIds,
    (some) => sql<{ lotId: number }>`
      select id as "lotId" from lot where parent_lot_id in ${some} and deleted_at is null order by id`,
  );

/** Lots with all that came of them, each once: what runs made of them, and what buyers returned. */
export async function findDescendants(db: Db, lotIds: readonly number[]): Promise<number[]> {
  const found = new Set<number>();
  const runs = new Set<number>();
  let level = [...new Set(lotIds)];
  while (level.length > 0) {
    for (const lotId of level) found.add(lotId);
    const users = new Set((await findUsers(db, level)).map(({ runId }) => runId));
    const fresh = [...users].filter((runId) => !runs.has(runId));
    for (const runId of fresh) runs.add(runId);
    const next = [...(await findRunOutputs(db, fresh)), ...(await findParts(db, level))].map(({ lotId }) => lotId);
    level = [...new Set(next)].filter((lotId) => !found.has(lotId));
  }
  return [...found];
}

/** A lot whose state a recall changed, with what it was before. */
export interface StateChange {
  lotId: number;
  code: string;
  before: { state: LotState; reason: string };
  after: { state: LotState; reason: string };
}

/** Changes the state of lots of which all items are locked; those that have it already stay. */
async function changeStates(
  trx: Trx,
  wanted: ReadonlyMap<number, { state: LotState; reason: string }>,
  at: string,
): Promise<StateChange[]> {
  const lots = await findLots(trx, [...wanted.keys()]);
  const changes = [...wanted].flatMap(([lotId, after]): StateChange[] => {
    const lot = lots.get(lotId);
    if (!lot || lot.state === after.state) return [];
    return [{ lotId, code: lot.code, before: { state: lot.state, reason: lot.stateReason }, after }];
  });
  for (const some of Map.groupBy(changes, ({ after }) => `${after.state} ${after.reason}`).values()) {
    for (const [first, ...others] of piecesOf(some)) {
      if (first)
        await changeState(
          trx,
          [first, ...others].map(({ lotId }) => lotId),
          { ...first.after, at },
        );
    }
  }
  return changes;
}

async function lockItemsOf(trx: Trx, lotIds: readonly number[]): Promise<void> {
  const lots = await findLots(trx, lotIds);
  await lockItems(
    trx,
    [...lots.values()].map(({ itemId }) => itemId),
  );
}

/** Locks lots with all that came of them, which it returns: until the transaction ends nothing more comes of them. */
export async function lockDescendants(trx: Trx, lotIds: readonly number[]): Promise<number[]> {
  let locked = new Set<number>();
  let reached = await findDescendants(trx, lotIds);
  // Before its items were locked, somebody may have made something of them.
  while (reached.some((lotId) => !locked.has(lotId))) {
    await lockItemsOf(trx, reached);
    locked = new Set(reached);
    reached = await findDescendants(trx, lotIds);
  }
  return reached;
}

/**
 * Recalls lots with all that came of them: until the transaction ends nothing leaves them, after it they are recalled.
 * Returns those that were not recalled before.
 */
export async function recallLots(
  trx: Trx,
  lotIds: readonly number[],
  { reason, at }: { reason: string; at: string },
): Promise<StateChange[]> {
  const reached = await lockDescendants(trx, lotIds);
  const recalled = { state: 'recalled', reason } as const;
  return await changeStates(trx, new Map(reached.map((lotId) => [lotId, recalled])), at);
}

/** Recalls what a run made of a recalled lot, with all that came of that. Returns what was not recalled before. */
export async function recallOutputs(trx: Trx, runId: number, at: string): Promise<StateChange[]> {
  const { rows } = await sql<{ reason: string }>`
    select l.state_reason as reason from movement m join lot l on l.id = m.lot_id
    where m.document_kind = 'run' and m.document_id = ${runId} and m.kind = 'consumed' and l.state = 'recalled'
    group by l.id, l.state_reason having sum(m.quantity) <> 0 order by l.id`.execute(trx);
  const [recalled] = rows;
  if (!recalled) return [];
  const made = (await findRunOutputs(trx, [runId])).map(({ lotId }) => lotId);
  return await recallLots(trx, made, { reason: recalled.reason, at });
}

/** Recalls what buyers returned of recalled lots, with all that came of that. Returns what was not recalled before. */
export async function recallReturned(trx: Trx, lotIds: readonly number[], at: string): Promise<StateChange[]> {
  const rows = await inPieces(
    trx,
    'returned of recalled lots',
    lotIds,
    (some) => sql<{ lotId: number; reason: string }>`
      select l.id as "lotId", p.state_reason as reason from lot l join lot p on p.id = l.parent_lot_id
      where l.id in ${some} and p.state = 'recalled' order by l.id`,
  );
  const changes: StateChange[] = [];
  for (const { lotId, reason } of rows) changes.push(...(await recallLots(trx, [lotId], { reason, at })));
  return changes;
}

/** Gives recalled lots another state. */
export async function unrecallLots(
  trx: Trx,
  wanted: ReadonlyMap<number, { state: LotState; reason: string }>,
  at: string,
): Promise<StateChange[]> {
  await lockItemsOf(trx, [...wanted.keys()]);
  return await changeStates(trx, wanted, at);
}
