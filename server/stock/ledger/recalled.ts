/**
 * Recalled lots (docs/domain.md, Recalls): a recall covers a lot and everything made from it, at any depth, also later.
 * The ledger determines which recalls hold a lot. Its earlier state, which it gets back once no recall holds it, is
 * stored in recall_lot with a recall that held it then, until the lot is recalled again.
 */
import { recalledTexts } from '#contract/stock/lots/recalled.ts';
import { sql, type SqlBool } from 'kysely';
import { piecesOf } from '../../core/db/pieces.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { LotState } from '#contract/stock/stock.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { lockItems } from './items.ts';
import { changeState, findLots, type LotRow } from './lots.ts';
import { findRunOutputs } from '../origins/origins.ts';

type Db = Database | Trx;

const findUsers = async (db: Db, lotIds: readonly number[]) =>
  await inPieces(
    db,
    'runs that used lots',
    lotIds,
    (chunk) => sql<{ runId: number }>`
      select document_id as "runId" from movement where lot_id in ${chunk} and kind = 'consumed'
      group by lot_id, document_id having sum(quantity) <> 0`,
  );

const findParts = async (db: Db, lotIds: readonly number[]) =>
  await inPieces(
    db,
    'returned parts',
    lotIds,
    (chunk) => sql<{ lotId: number }>`
      select id as "lotId" from lot where parent_lot_id in ${chunk} and deleted_at is null order by id`,
  );

/** Lots with all their descendants, each once: outputs of runs, and returns of buyers. */
export async function findDescendants(db: Db, lotIds: readonly number[]): Promise<number[]> {
  const descendants = new Set<number>();
  const runs = new Set<number>();
  let level = [...new Set(lotIds)];
  while (level.length > 0) {
    for (const lotId of level) descendants.add(lotId);
    const users = new Set((await findUsers(db, level)).map(({ runId }) => runId));
    const fresh = [...users].filter((runId) => !runs.has(runId));
    for (const runId of fresh) runs.add(runId);
    const next = [...(await findRunOutputs(db, fresh)), ...(await findParts(db, level))].map(({ lotId }) => lotId);
    level = [...new Set(next)].filter((lotId) => !descendants.has(lotId));
  }
  return [...descendants];
}

/** A lot whose state a recall changed, with its earlier state. */
export interface StateChange {
  lotId: number;
  code: string;
  before: { state: LotState; reason: string };
  after: { state: LotState; reason: string };
}

/** Columns of recall_lot for a lot that a recall changed. */
export function stateBefore({ before }: Pick<StateChange, 'before'>) {
  const { state, reason } = before;
  return { state_before: state === 'recalled' ? null : state, reason_before: reason };
}

/** Changes the state of lots of which all items are locked; those that have it already stay. */
async function changeStates(
  trx: Trx,
  states: ReadonlyMap<number, { state: LotState; reason: string }>,
  at: string,
): Promise<StateChange[]> {
  const lots = await findLots(trx, [...states.keys()]);
  const changes = [...states].flatMap(([lotId, after]): StateChange[] => {
    const lot = lots.get(lotId);
    if (!lot || lot.state === after.state) return [];
    return [changeOf(lot, after)];
  });
  return await applyChanges(trx, changes, at);
}

function changeOf({ lotId, code, state, stateReason: reason }: LotRow, after: StateChange['after']): StateChange {
  return { lotId, code, before: { state, reason }, after };
}

async function applyChanges(trx: Trx, changes: StateChange[], at: string): Promise<StateChange[]> {
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

/** Locks lots and their descendants, and returns all: until the transaction ends there are no new descendants. */
export async function lockDescendants(trx: Trx, lotIds: readonly number[]): Promise<number[]> {
  let locked = new Set<number>();
  let reached = await findDescendants(trx, lotIds);
  // Another transaction may have produced more from them before the items were locked.
  while (reached.some((lotId) => !locked.has(lotId))) {
    await lockItemsOf(trx, reached);
    locked = new Set(reached);
    reached = await findDescendants(trx, lotIds);
  }
  return reached;
}

/**
 * Recalls lots and their descendants: until the transaction ends nothing leaves them, after it they are recalled.
 * Returns those that were not recalled before.
 */
export async function recallLots(
  trx: Trx,
  lotIds: readonly number[],
  { reason, at }: { reason: string; at: string },
): Promise<StateChange[]> {
  const reached = await lockDescendants(trx, lotIds);
  const recalled = { state: 'recalled', reason } as const;
  const changes = await changeStates(trx, new Map(reached.map((lotId) => [lotId, recalled])), at);
  // Their states before earlier recalls are obsolete.
  for (const chunk of piecesOf(changes.map(({ lotId }) => lotId))) {
    await trx
      .updateTable('recall_lot')
      .set({ state_before: null, reason_before: '' })
      .where('lot_id', 'in', chunk)
      .where('state_before', 'is not', null)
      .execute();
  }
  return changes;
}

interface StandingRecall {
  recallId: number;
  reason: string;
  lotIds: ReadonlySet<number>;
}

/** Roots of recalls. A batch whose run is deleted is a root too, since its inputs are no longer known. */
function startsOfRecalls(db: Db) {
  return db
    .selectFrom('recall as r')
    .innerJoin('recall_lot as l', 'l.recall_id', 'r.id')
    .leftJoin('finished_good as g', (join) => join.onRef('g.lot_id', '=', 'l.lot_id').on('g.deleted_at', 'is', null))
    .select(['r.id as recallId', 'r.title as title', 'l.lot_id as lotId', 'l.is_root as isRoot'])
    .where((is) => is.or([is('l.is_root', '=', 1), is.and([is('g.id', 'is not', null), is('g.run_id', 'is', null)])]))
    .orderBy('r.id')
    .orderBy('l.lot_id');
}

/** The lots where a recall starts: its own ones, and batches that it held and whose run is deleted. */
export async function findStarts(db: Db, recallId: number): Promise<{ roots: number[]; orphans: number[] }> {
  const rows = await startsOfRecalls(db).where('r.id', '=', recallId).execute();
  const { roots = [], orphans = [] } = Object.groupBy(rows, ({ isRoot }) => (isRoot === 1 ? 'roots' : 'orphans'));
  return { roots: roots.map(({ lotId }) => lotId), orphans: orphans.map(({ lotId }) => lotId) };
}

/** True for a recall r whose lots stay recalled. */
const isStanding = sql<SqlBool>`(r.kind = 'real' and (r.ending is null or r.ending = 'keep'))`;

/** A recall that holds a lot; it began with it, or reached it. */
interface HoldingRecall {
  lotId: number;
  recallId: number;
  title: string;
  isRoot: 0 | 1;
}

/** The recalls that hold recalled lots, the oldest first. */
export async function findHolding(db: Db, lotIds: readonly number[]): Promise<HoldingRecall[]> {
  return await inPieces(
    db,
    'recalls that hold lots',
    lotIds,
    (chunk) => sql<HoldingRecall>`
      select l.id as "lotId", r.id as "recallId", r.title, h.is_root as "isRoot"
      from lot l join recall_lot h on h.lot_id = l.id join recall r on r.id = h.recall_id
      where l.id in ${chunk} and l.state = 'recalled' and ${isStanding} order by r.id, l.id`,
  );
}

/** Recalls whose lots stay recalled, each with all lots that it reaches. */
async function findStandingRecalls(trx: Trx, exceptId = 0): Promise<StandingRecall[]> {
  const rows = await startsOfRecalls(trx).where(isStanding).where('r.id', '<>', exceptId).execute();
  const standing: StandingRecall[] = [];
  for (const [recallId, roots] of Map.groupBy(rows, (row) => row.recallId)) {
    const rootIds = roots.map(({ lotId }) => lotId);
    const reason = recalledTexts.stateReason(roots[0]?.title ?? '');
    standing.push({ recallId, reason, lotIds: new Set(await findDescendants(trx, rootIds)) });
  }
  return standing;
}

/**
 * Stores lots that recalls reached after their start with each recall that holds them, and the earlier states of the
 * changed ones: the others were recalled already.
 */
async function storeReached(trx: Trx, reachedIds: readonly number[], changes: readonly StateChange[]): Promise<void> {
  const states = new Map(changes.map((change) => [change.lotId, stateBefore(change)]));
  const standing = reachedIds.length === 0 ? [] : await findStandingRecalls(trx);
  for (const { recallId, lotIds } of standing) {
    for (const lotId of reachedIds.filter((id) => lotIds.has(id))) {
      const own = states.get(lotId);
      const earlier = own ?? { state_before: null, reason_before: '' };
      await trx
        .insertInto('recall_lot')
        .values({ recall_id: recallId, lot_id: lotId, is_root: 0, ...earlier })
        .onConflict((conflicting) => {
          const same = conflicting.columns(['recall_id', 'lot_id']);
          return own ? same.doUpdateSet(own) : same.doNothing();
        })
        .execute();
    }
  }
}

/**
 * Recalls outputs of a run that consumed a recalled lot, and everything made from them. Returns the newly recalled
 * lots.
 */
export async function recallOutputs(trx: Trx, runId: number, at: string): Promise<readonly StateChange[]> {
  const { rows } = await sql<{ reason: string }>`
    select l.state_reason as reason from movement v join lot l on l.id = v.lot_id
    where v.document_kind = 'run' and v.document_id = ${runId} and v.kind = 'consumed' and l.state = 'recalled'
    group by l.id, l.state_reason having sum(v.quantity) <> 0 order by l.id`.execute(trx);
  const [recalled] = rows;
  if (!recalled) return [];
  const outputs = (await findRunOutputs(trx, [runId])).map(({ lotId }) => lotId);
  const changes = await recallLots(trx, outputs, { reason: recalled.reason, at });
  await storeReached(trx, await findDescendants(trx, outputs), changes);
  return changes;
}

/** Recalls returns of recalled lots, and everything made from them. Returns the newly recalled lots. */
export async function recallReturned(trx: Trx, lotIds: readonly number[], at: string): Promise<readonly StateChange[]> {
  const rows = await inPieces(
    trx,
    'returned of recalled lots',
    lotIds,
    (chunk) => sql<{ lotId: number; reason: string }>`
      select l.id as "lotId", parent.state_reason as reason from lot l join lot parent on parent.id = l.parent_lot_id
      where l.id in ${chunk} and parent.state = 'recalled' order by l.id`,
  );
  const changes: StateChange[] = [];
  for (const { lotId, reason } of rows) changes.push(...(await recallLots(trx, [lotId], { reason, at })));
  await storeReached(
    trx,
    changes.map(({ lotId }) => lotId),
    changes,
  );
  return changes;
}

/** The recalled outputs of a run: once it consumes other lots, a recall may not reach them any more. */
async function findRecalledOutputs(trx: Trx, runId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('finished_good as g')
    .innerJoin('lot as l', 'l.id', 'g.lot_id')
    .select('l.id as lotId')
    .where('g.run_id', '=', runId)
    .where('l.state', '=', 'recalled')
    .where('l.deleted_at', 'is', null)
    .execute();
  return rows.map(({ lotId }) => lotId);
}

/**
 * The states that recalled lots get back: their earlier ones, and for lots made or returned since, the state that they
 * would have without a recall.
 */
async function findStatesBefore(trx: Trx, lotIds: readonly number[]) {
  const rows = await inPieces(
    trx,
    'states before recalls',
    lotIds,
    (chunk) => sql<{ lotId: number; state: LotState; reason: string }>`
      select l.id as "lotId", coalesce(b.reason_before, '') as reason,
        coalesce(b.state_before, case l.origin when 'returned' then 'onHold' else 'released' end) as state
      from lot l left join recall_lot b on b.lot_id = l.id and b.state_before is not null
      where l.id in ${chunk} and l.state = 'recalled' and l.deleted_at is null order by l.id, b.recall_id`,
  );
  return new Map(rows.map(({ lotId, state, reason }) => [lotId, { state, reason }]));
}

/** Has recalled lots, of which the items are locked, get a hold back where they would be released; returns those. */
export async function holdOnRelease(trx: Trx, lotIds: readonly number[], reason: string): Promise<ReadonlySet<number>> {
  const before = [...(await findStatesBefore(trx, lotIds))];
  const free = before.flatMap(([lotId, { state }]) => (state === 'released' ? [lotId] : []));
  for (const chunk of piecesOf(free)) {
    const held = { state_before: 'onHold', reason_before: reason } as const;
    await trx.updateTable('recall_lot').set(held).where('lot_id', 'in', chunk).execute();
  }
  return new Set(free);
}

/** Gives lots that stay recalled, but for a recall that reaches them no more, the reason of the first that does. */
async function correctReasons(
  trx: Trx,
  lotIds: readonly number[],
  standing: readonly StandingRecall[],
  at: string,
): Promise<StateChange[]> {
  const lots = await findLots(trx, lotIds);
  const changes = [...lots.values()].flatMap((lot): StateChange[] => {
    const reasons = standing.filter((recall) => recall.lotIds.has(lot.lotId)).map(({ reason }) => reason);
    const [reason] = reasons;
    if (lot.state !== 'recalled' || reason === undefined || reasons.includes(lot.stateReason)) return [];
    return [changeOf(lot, { state: 'recalled', reason })];
  });
  return await applyChanges(trx, changes, at);
}

/**
 * Restores the earlier state of recalled lots and of everything made from them; lots that another recall reaches get
 * its reason. `endingId` is a recall that ends now. Returns the changes.
 */
export async function releaseUnreached(
  trx: Trx,
  lotIds: readonly number[],
  { at, endingId }: { at: string; endingId?: number },
): Promise<StateChange[]> {
  if (lotIds.length === 0) return [];
  // Locks first: otherwise the output of a concurrent run would stay recalled.
  const descendants = await lockDescendants(trx, lotIds);
  const standing = await findStandingRecalls(trx, endingId);
  const unreached = descendants.filter((lotId) => standing.every((recall) => !recall.lotIds.has(lotId)));
  const released = await changeStates(trx, await findStatesBefore(trx, unreached), at);
  const unreachedIds = new Set(unreached);
  const stay = descendants.filter((lotId) => !unreachedIds.has(lotId));
  return [...released, ...(await correctReasons(trx, stay, standing, at))];
}

/** Restores the earlier state of the outputs of a run that no recall reaches after its inputs changed. */
export async function releaseOutputs(trx: Trx, runId: number, at: string): Promise<StateChange[]> {
  return await releaseUnreached(trx, await findRecalledOutputs(trx, runId), { at });
}
