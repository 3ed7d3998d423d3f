/** Beginning and closing recalls, each in the caller's transaction. */
import { recalledTexts } from '#contract/stock/lots/recalled.ts';
import type { z } from 'zod';
import type { FieldErrors } from '#contract/core/errors.ts';
import type { recallBody, recallCloseBody } from '#contract/prove/recalls.ts';
import { recallTexts } from '#contract/prove/recallTexts.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { invalid } from '../../core/http/errors.ts';
import { changedAt, checkUnchanged } from '../../core/records/optimisticLock.ts';
import { recallChanges } from '../../stock/documents/recallChanges.ts';
import type { Write } from '../../core/records/write.ts';
import { findLots, type LotRow } from '../../stock/ledger/lots.ts';
import { recallLots, releaseUnreached, stateBefore, type StateChange } from '../../stock/ledger/recalled.ts';
import { lockForChange, mustFind } from './openRecall.ts';
import { findDetail, findReach, type RecallDetail } from './report.ts';

async function mustFindLots(trx: Trx, lotIds: readonly number[]): Promise<Map<number, LotRow>> {
  const lots = await findLots(trx, lotIds);
  const errors: FieldErrors = {};
  for (const [index, lotId] of lotIds.entries()) {
    if (!lots.has(lotId)) errors[`lotIds.${index}`] = [recallTexts.lotUnknown];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return lots;
}

/** Stores a recall's roots and held lots, with their earlier states. */
async function storeLots(
  trx: Trx,
  recallId: number,
  { roots, held }: { roots: Iterable<number>; held: Iterable<number> },
  changes: readonly StateChange[],
): Promise<void> {
  const changed = new Map(changes.map((change) => [change.lotId, stateBefore(change)]));
  const unchanged = { state_before: null, reason_before: '' };
  const rootIds = new Set(roots);
  const rows = [...new Set([...rootIds, ...held])].map((lotId) => {
    const isRoot = rootIds.has(lotId) ? (1 as const) : (0 as const);
    return { recall_id: recallId, lot_id: lotId, is_root: isRoot, ...(changed.get(lotId) ?? unchanged) };
  });
  await insertRows(trx, 'recall_lot', rows);
}

/**
 * Begins a recall or a drill. A real one recalls its lots with all that came of them: from its answer on nothing leaves
 * them. Throws 400 for lots that do not exist.
 */
export async function createRecall(
  { trx, actor, audit }: Write,
  { kind, title, reason, lotIds }: z.output<typeof recallBody>,
): Promise<RecallDetail> {
  const start = performance.now();
  const roots = await mustFindLots(trx, lotIds);
  const stateReason = recalledTexts.stateReason(title);
  const changes = kind === 'real' ? await recallLots(trx, lotIds, { reason: stateReason, at: actor.at }) : [];
  const reach = await findReach(trx, lotIds);
  const row = {
    kind,
    title,
    reason,
    started_by: actor.userId,
    found_ms: Math.round(performance.now() - start),
    created_at: actor.at,
    updated_at: actor.at,
  };
  const [recallId = 0] = await insertNumbered(trx, 'recall', [row]);
  const held = kind === 'real' ? reach.lots.map(({ lotId }) => lotId) : [];
  await storeLots(trx, recallId, { roots: roots.keys(), held }, changes);
  const after = { kind, title, reason, lots: [...roots.values()].map(({ code }) => code) };
  await audit(
    { action: 'create', resource: 'recalls', recordId: recallId, before: null, after },
    ...recallChanges(changes),
  );
  return await findDetail(trx, await mustFind(trx, recallId));
}

/** Gives the lots of a false alarm back the state that they had, unless another recall holds them too. */
async function releaseLots(trx: Trx, recallId: number, at: string): Promise<StateChange[]> {
  // Includes lots that it no longer reaches, such as outputs of a corrected run.
  const rows = await trx
    .selectFrom('recall_lot')
    .select('lot_id as lotId')
    .where('recall_id', '=', recallId)
    .orderBy('lot_id')
    .execute();
  const lotIds = rows.map(({ lotId }) => lotId);
  return await releaseUnreached(trx, lotIds, { at, endingId: recallId });
}

/**
 * Closes a recall with its conclusion and keeps its report as it is now. Throws 404, or 409 if it is closed or was
 * changed concurrently.
 */
export async function closeRecall(
  write: Write,
  id: number,
  { conclusion, lots, updatedAt }: z.output<typeof recallCloseBody>,
  encode: (report: RecallDetail) => string,
): Promise<RecallDetail> {
  const { trx, actor, audit } = write;
  const recall = await lockForChange(trx, id);
  await checkUnchanged(write, { resource: 'recalls', recordId: id, updatedAt: recall.updatedAt }, updatedAt);
  const changes = recall.kind === 'real' && lots === 'release' ? await releaseLots(trx, id, actor.at) : [];
  const at = changedAt(actor.at, recall.updatedAt);
  const user = trx.selectFrom('app_user').select('full_name as name').where('id', '=', actor.userId);
  const { name } = await user.executeTakeFirstOrThrow();
  const closed = { ...recall, closedAt: actor.at, closedBy: name, conclusion, updatedAt: at };
  const report = await findDetail(trx, closed);
  await trx
    .updateTable('recall')
    .set({
      closed_at: actor.at,
      closed_by: actor.userId,
      conclusion,
      ending: lots,
      report: encode(report),
      updated_at: at,
    })
    .where('id', '=', id)
    .execute();
  const { title, kind } = recall;
  const after = { title, conclusion, ...(kind === 'real' ? { lots } : {}) };
  await audit(
    { action: 'close', resource: 'recalls', recordId: id, before: { title }, after },
    ...recallChanges(changes),
  );
  return report;
}
