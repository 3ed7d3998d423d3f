/** Saving, changing and deleting views, each in the caller's transaction. */
import type { z } from 'zod';
import { MAX_VIEWS, viewTexts, type viewBody, type ViewRecord, type viewUpdateBody } from '#contract/core/views.ts';
import { insertNumbered } from '../../core/db/statements.ts';
import { isUniqueViolation } from '../../core/db/faults.ts';
import type { Trx } from '../../core/db/tables.ts';
import { ApiError, conflict, conflictAt, notFound } from '../../core/http/errors.ts';
import { lockRecord, markDeleted } from '../../core/records/crudQueries.ts';
import { mayDo } from '../../core/records/mayDo.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import type { Write } from '../../core/records/write.ts';
import { countViews, findOwnerName, findView } from './queries.ts';

/** Throws 403 if a user without permission shares a view, or changes a shared one. */
async function checkSharing(trx: Trx, userId: number, isOfOffice: boolean): Promise<void> {
  if (isOfOffice && !(await mayDo(trx, userId, 'create', 'sharedViews')))
    throw new ApiError('forbidden', viewTexts.notShared);
}

/** Maps a name that its owner uses already to a 409. */
async function withOwnName<Saved>(refusal: string, save: () => Promise<Saved>): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflictAt('name', refusal);
    throw error;
  }
}

/** Refusal of a name that the owner of a view already uses. */
async function nameTakenText(trx: Trx, { viewId, isOwn }: ViewRecord): Promise<string> {
  return isOwn ? viewTexts.nameTaken : viewTexts.nameTakenBy(await findOwnerName(trx, viewId));
}

async function mustFind(trx: Trx, userId: number, id: number): Promise<ViewRecord> {
  const view = await findView(trx, userId, id);
  if (!view) throw notFound(viewTexts.notFound);
  return view;
}

/** Fields of a view in the history. */
function traceOf({ list, name, query, shared }: ViewRecord) {
  return { list, name, query, shared };
}

/** Saves a view. Throws 403 for sharing without permission, 409 for a name used twice or too many views. */
export async function createView(
  { trx, actor, audit }: Write,
  { list, name, query, shared }: z.output<typeof viewBody>,
): Promise<ViewRecord> {
  await checkSharing(trx, actor.userId, shared);
  if ((await countViews(trx, actor.userId)) >= MAX_VIEWS) throw conflict(viewTexts.tooMany(MAX_VIEWS));
  const row = {
    user_id: actor.userId,
    list,
    name,
    query,
    shared: shared ? 1 : 0,
    created_at: actor.at,
    updated_at: actor.at,
  };
  const [id = 0] = await withOwnName(viewTexts.nameTaken, () => insertNumbered(trx, 'saved_view', [row]));
  const after = await mustFind(trx, actor.userId, id);
  await audit({ action: 'create', resource: 'views', recordId: id, before: null, after: traceOf(after) });
  return after;
}

/**
 * Changes a view of their own, or a shared one, which its owner alone stops sharing. Throws 403, 404, 409 if it was changed
 * concurrently or its name is used twice.
 */
export async function updateView(
  write: Write,
  id: number,
  { viewId, name, query, shared, updatedAt }: z.output<typeof viewUpdateBody>,
): Promise<ViewRecord> {
  const { trx, actor, audit } = write;
  checkBodyId(id, viewId, 'viewId');
  await lockRecord(trx, 'saved_view', id);
  const before = await mustFind(trx, actor.userId, id);
  await checkSharing(trx, actor.userId, shared || !before.isOwn);
  if (!shared && !before.isOwn) throw new ApiError('forbidden', viewTexts.sharedByOther);
  await checkUnchanged(write, { resource: 'views', recordId: id, updatedAt: before.updatedAt }, updatedAt);
  await withOwnName(await nameTakenText(trx, before), () =>
    trx
      .updateTable('saved_view')
      .set({ name, query, shared: shared ? 1 : 0, updated_at: changedAt(actor.at, before.updatedAt) })
      .where('id', '=', id)
      .execute(),
  );
  const after = await mustFind(trx, actor.userId, id);
  await audit({ action: 'update', resource: 'views', recordId: id, before: traceOf(before), after: traceOf(after) });
  return after;
}

/** Deletes a view of their own, or a shared one. Throws 403, 404. */
export async function deleteView({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  await lockRecord(trx, 'saved_view', id);
  const before = await mustFind(trx, actor.userId, id);
  await checkSharing(trx, actor.userId, !before.isOwn);
  await markDeleted(trx, 'saved_view', id, actor.at);
  await audit({ action: 'delete', resource: 'views', recordId: id, before: traceOf(before), after: null });
  return { message: viewTexts.deleted };
}
