/** Merges two records of a master into one, and takes that back (decision 128). */
import { sql } from 'kysely';
import { z } from 'zod';
import {
  mergeableKinds,
  mergeEndpoints,
  undoMergeEndpoints,
  mergeTexts,
  type MergeableKind,
  type MergePreview,
  type MergeRecord,
} from '#contract/masters/merging.ts';
import { readSnapshot } from '../core/db/snapshot.ts';
import type { Database, Trx } from '../core/db/tables.ts';
import { conflict, invalid, notFound } from '../core/http/errors.ts';
import type { Routes } from '../core/http/routes.ts';
import { finderOf, lockMasterRecord, markDeleted, updateRecord } from '../core/records/crudQueries.ts';
import { masterActions, type Master } from '../core/records/crudRoutes.ts';
import { changedAt, checkUnchanged } from '../core/records/optimisticLock.ts';
import { markRestored } from '../core/records/restoring.ts';
import type { Write } from '../core/records/write.ts';
import { lockItems } from '../stock/ledger/items.ts';
import { findCodeClashes, findWeights, renameLots, type RenamedLot } from '../stock/ledger/mergedItems.ts';
import { buyers } from './buyers.ts';
import { materials } from './materials.ts';
import { mergedReferences } from './mergedReferences.ts';
import { countRecords, findUndoRefusal, movedRows, moveBack, moveReferences, type Side } from './movedRows.ts';
import { products } from './products.ts';
import { suppliers } from './suppliers.ts';

const mergedMasters: Record<MergeableKind, Master> = { suppliers, buyers, materials, products };

/** A record of any of the kinds. */
interface MasterRecord {
  name: string;
  updatedAt: string;
  /** Only raw materials and products have an item. */
  itemId?: number;
  unit?: string;
}

const renamedLots = z.array(z.object({ lotId: z.int(), before: z.string(), after: z.string() }));
/** The moved rows and renamed lots of a merge. */
const movedOfMerge = z.object({ rows: z.array(movedRows), lots: renamedLots });

type MergeBody = (typeof mergeEndpoints)[MergeableKind]['merge']['body'];

const fieldsOfRecord = z.record(z.string(), z.unknown());

interface MergedSide extends Side {
  unit: string | undefined;
}

function sideOf(id: number, { name, itemId = 0, unit }: MasterRecord): MergedSide {
  return { id, name, itemId, unit };
}

/** The documents of which one number may have been entered under both records. */
const invoices: Partial<Record<MergeableKind, { table: string; column: string; date: string }>> = {
  suppliers: { table: 'inward', column: 'supplier_id', date: 'inward_date' },
  buyers: { table: 'dispatch', column: 'buyer_id', date: 'dispatch_date' },
};

/** The most invoice numbers that a preview names. */
const MAX_SAME_INVOICES = 20;

async function findSameInvoices(db: Database | Trx, kind: MergeableKind, keptId: number, mergedId: number) {
  const invoice = invoices[kind];
  if (!invoice) return [];
  const { table, column, date } = invoice;
  const { rows } = await sql<MergePreview['sameInvoices'][number]>`
    select merged.invoice_number as "invoiceNumber", ${sql.ref(`merged.${date}`)} as date, merged.id as "mergedDocumentId",
      kept.id as "keptDocumentId"
    from ${sql.table(table)} merged join ${sql.table(table)} kept
      on fold(kept.invoice_number) = fold(merged.invoice_number)
    where ${sql.ref(`merged.${column}`)} = ${mergedId} and ${sql.ref(`kept.${column}`)} = ${keptId}
      and merged.invoice_number <> '' and merged.deleted_at is null and kept.deleted_at is null
    order by merged.id desc limit ${MAX_SAME_INVOICES}`.execute(db);
  return rows;
}

/** The lots that get another code; none of suppliers and buyers. */
async function findRenamed(trx: Trx, kept: Side, merged: Side): Promise<RenamedLot[]> {
  return kept.itemId === 0 ? [] : await findCodeClashes(trx, merged.itemId, kept.itemId);
}

/** Why items of one unit can't be merged: a unit of each weighs something else. */
async function findOtherWeight(trx: Trx, kept: Side, merged: Side): Promise<string | undefined> {
  const weights = await findWeights(trx, [kept.itemId, merged.itemId]);
  const [one, other] = [weights.get(kept.itemId), weights.get(merged.itemId)];
  return one === undefined || other === undefined || one === other ? undefined : mergeTexts.otherWeight(one, other);
}

/**
 * Why two records can't be merged: their units or the weights of these differ, one is an ingredient of the other, or a batch has
 * a used code.
 */
async function findMergeRefusal(
  trx: Trx,
  kind: MergeableKind,
  kept: MergedSide,
  merged: MergedSide,
): Promise<string | undefined> {
  if (kept.unit !== merged.unit) return mergeTexts.otherUnit(kept.unit ?? '', merged.unit ?? '');
  const otherWeight = kept.itemId === 0 ? undefined : await findOtherWeight(trx, kept, merged);
  if (otherWeight !== undefined || kind !== 'products') return otherWeight;
  const ids = sql`(${kept.id}, ${merged.id})`;
  const { rows: ofEachOther } = await sql`
    select 1 from recipe_line x join recipe_version y on y.id = x.recipe_version_id join recipe r on r.id = y.recipe_id
    where x.product_id in ${ids} and r.product_id in ${ids} and r.deleted_at is null limit 1`.execute(trx);
  if (ofEachOther.length > 0) return mergeTexts.ingredient;
  const clashes = await findCodeClashes(trx, merged.itemId, kept.itemId);
  if (clashes.length === 0) return undefined;
  const { rows: batches } = await sql<{ code: string }>`
    select l.code from lot l join finished_good g on g.lot_id = l.id and g.deleted_at is null
    where l.id in (${sql.join(clashes.map(({ lotId }) => lotId))}) order by l.id limit 1`.execute(trx);
  return batches[0] && mergeTexts.usedCode(batches[0].code);
}

/** The number of records that would move, and the numbers that both have. Throws 404 if one of them is not there. */
async function preview(db: Database, kind: MergeableKind, keptId: number, mergedId: number): Promise<MergePreview> {
  const master = mergedMasters[kind];
  const find = finderOf<MasterRecord>(master);
  return await readSnapshot(db, async (snapshot) => {
    const [keptRecord, mergedRecord] = [await find(snapshot, keptId), await find(snapshot, mergedId)];
    if (!keptRecord || !mergedRecord) throw notFound(master.texts.notFound);
    const [kept, merged] = [sideOf(keptId, keptRecord), sideOf(mergedId, mergedRecord)];
    const moves: MergePreview['moves'] = [];
    for (const [referring, references] of Map.groupBy(mergedReferences[kind], (reference) => reference.kind)) {
      const moved = await countRecords(snapshot, references, merged);
      if (moved === 0) continue;
      moves.push({ kind: referring, moved, afterwards: moved + (await countRecords(snapshot, references, kept)) });
    }
    const renamed = await findRenamed(snapshot, kept, merged);
    return {
      moves,
      sameInvoices: await findSameInvoices(snapshot, kind, keptId, mergedId),
      renamed: renamed.map(({ before, after }) => ({ code: before, becomes: after })),
      refusal: (await findMergeRefusal(snapshot, kind, kept, merged)) ?? null,
    };
  });
}

/** Both records, locked in the order of their ids, then their items. Throws 404 if one of them is not there. */
async function lockBoth(trx: Trx, master: Master, keptId: number, mergedId: number) {
  const records = new Map<number, MasterRecord>();
  for (const id of [keptId, mergedId].toSorted((a, b) => a - b)) {
    const record = await lockMasterRecord<MasterRecord>(trx, master, id);
    if (record) records.set(id, record);
  }
  const [kept, merged] = [records.get(keptId), records.get(mergedId)];
  if (!kept || !merged) throw notFound(master.texts.notFound);
  await lockItems(
    trx,
    [kept, merged].flatMap(({ itemId }) => itemId ?? []),
  );
  return { kept: { ...kept, ...sideOf(keptId, kept) }, merged: { ...merged, ...sideOf(mergedId, merged) } };
}

/**
 * Merges a record into another one, which gets the fields of the body: what refers to the merged one refers to the kept
 * one, and the merged one is deleted. Throws 400 for one record twice or a faulty field, 404, 409 if one of them was
 * changed meanwhile or they can't be merged.
 */
async function merge(write: Write, kind: MergeableKind, keptId: number, body: z.output<MergeBody>) {
  const { trx, actor } = write;
  const { mergedId, mergedUpdatedAt, ...fields } = body;
  if (mergedId === keptId) throw invalid({ mergedId: [mergeTexts.withItself] });
  const master = mergedMasters[kind];
  const { kept, merged } = await lockBoth(trx, master, keptId, mergedId);
  await checkUnchanged(write, { resource: kind, recordId: mergedId, updatedAt: merged.updatedAt }, mergedUpdatedAt);
  const refusal = await findMergeRefusal(trx, kind, kept, merged);
  if (refusal !== undefined) throw conflict(refusal);
  // Before the rows move: the unit of a used material is fixed, and so is a record that was changed meanwhile.
  const after = await masterActions<MasterRecord>(master).update(write, keptId, fields);
  const lots = await findRenamed(trx, kept, merged);
  await renameLots(trx, lots, 'after', actor.at);
  const move = { from: merged, to: kept, at: actor.at };
  const { moved, events } = await moveReferences(trx, mergedReferences[kind], move);
  await markDeleted(trx, master.table, mergedId, changedAt(actor.at, merged.updatedAt));
  const { id: mergeId } = await trx
    .insertInto('record_merge')
    .values({
      kind,
      kept_id: keptId,
      merged_id: mergedId,
      kept_before: JSON.stringify(kept),
      kept_after: JSON.stringify(after),
      moved: JSON.stringify({ rows: moved, lots }),
      merged_at: actor.at,
      merged_by: actor.userId,
      undone_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { inHistory } = mergeTexts;
  const mergedFrom = inHistory(merged.name, mergedId);
  const mergedInto = inHistory(after.name, keptId);
  await write.audit(
    { action: 'merge', resource: kind, recordId: keptId, before: after, after: { ...after, mergedFrom } },
    { action: 'merge', resource: kind, recordId: mergedId, before: merged, after: { ...merged, mergedInto } },
    ...events,
  );
  return { mergeId, message: mergeTexts.merged(kind, merged.name, after.name) };
}

function storedMerges(db: Database | Trx) {
  return db
    .selectFrom('record_merge')
    .select([
      'id as mergeId',
      'kind',
      'kept_id as keptId',
      'merged_id as mergedId',
      'kept_before as keptBefore',
      'kept_after as keptAfter',
      'moved',
      'merged_at as mergedAt',
      'undone_at as undoneAt',
    ]);
}

/** The fields of the kept record before the merge, but for those that were changed since. */
function fieldsBefore(
  { keptBefore, keptAfter }: { keptBefore: string; keptAfter: string },
  master: Master,
  now: object,
): Record<string, unknown> {
  const [before, after] = [keptBefore, keptAfter].map((json) => fieldsOfRecord.parse(JSON.parse(json)));
  const isUnchanged = (field: string) => Reflect.get(now, field) === after?.[field];
  return Object.fromEntries(
    Object.keys(master.columns).map((field) => [field, isUnchanged(field) ? before?.[field] : Reflect.get(now, field)]),
  );
}

/**
 * Undoes a merge: the merged record exists again, with what was moved from it. Throws 404, 409 if it is undone already,
 * the kept record is deleted, or something refers to it since.
 */
async function undo(write: Write, mergeId: number) {
  const { trx, actor } = write;
  const stored = await storedMerges(trx).where('id', '=', mergeId).executeTakeFirst();
  if (!stored) throw notFound(mergeTexts.notFound);
  const { kind, keptId, mergedId } = stored;
  const master = mergedMasters[kind];
  const keptRecord = await lockMasterRecord<MasterRecord>(trx, master, keptId);
  if (!keptRecord) throw conflict(mergeTexts.keptDeleted);
  // Both writers of one undo wait at the kept record: the second one sees what the first one did.
  const { undoneAt } = await storedMerges(trx).where('id', '=', mergeId).executeTakeFirstOrThrow();
  if (undoneAt !== null) throw conflict(mergeTexts.alreadyUndone);
  await markRestored(trx, master.table, mergedId, { at: actor.at, notFoundText: master.texts.notFound });
  const { kept, merged } = await lockBoth(trx, master, keptId, mergedId);
  const references = mergedReferences[kind];
  const { rows, lots } = movedOfMerge.parse(JSON.parse(stored.moved));
  const refusal = await findUndoRefusal(trx, references, rows, kept);
  if (refusal !== undefined) throw conflict(refusal);
  const events = await moveBack(trx, references, rows, { from: kept, to: merged, at: actor.at });
  await renameLots(trx, lots, 'before', actor.at);
  const at = changedAt(actor.at, kept.updatedAt);
  const after = await updateRecord<MasterRecord>(trx, master, keptId, fieldsBefore(stored, master, kept), at);
  await trx.updateTable('record_merge').set({ undone_at: actor.at }).where('id', '=', mergeId).execute();
  const mergedFrom = mergeTexts.inHistory(merged.name, mergedId);
  await write.audit(
    { action: 'unmerge', resource: kind, recordId: keptId, before: { ...kept, mergedFrom }, after },
    { action: 'unmerge', resource: kind, recordId: mergedId, before: null, after: merged },
    ...events,
  );
  return { message: mergeTexts.undone(merged.name) };
}

/** The merges into a record that are not undone, the newest first, each with why it can't be undone any more. Throws 404. */
async function findMerges(db: Database, kind: MergeableKind, keptId: number): Promise<MergeRecord[]> {
  const { table } = mergedMasters[kind];
  const find = finderOf<MasterRecord>(mergedMasters[kind]);
  return await readSnapshot(db, async (snapshot) => {
    const stored = await storedMerges(snapshot)
      .where('kind', '=', kind)
      .where('kept_id', '=', keptId)
      .where('undone_at', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    const kept = await find(snapshot, keptId);
    if (!kept) throw notFound(mergedMasters[kind].texts.notFound);
    const merges: MergeRecord[] = [];
    for (const { mergeId, mergedId, mergedAt, moved } of stored) {
      const { rows } = await sql<{ mergedName: string; userName: string | null }>`
        select r.name as "mergedName", u.full_name as "userName"
        from record_merge g join ${sql.table(table)} r on r.id = g.merged_id left join app_user u on u.id = g.merged_by
        where g.id = ${mergeId}`.execute(snapshot);
      const [names] = rows;
      const { rows: movedBy } = movedOfMerge.parse(JSON.parse(moved));
      const refusal = await findUndoRefusal(snapshot, mergedReferences[kind], movedBy, sideOf(keptId, kept));
      if (names) merges.push({ mergeId, mergedId, mergedAt, ...names, refusal: refusal ?? null });
    }
    return merges;
  });
}

/** Registers the calls that merge records, and those that undo it. */
export function registerMerging(routes: Routes): void {
  const { db } = routes.services.store;
  for (const kind of mergeableKinds) {
    const calls = mergeEndpoints[kind];
    routes.read(calls.preview, async ({ params, query }) => await preview(db, kind, params.id, query.mergedId));
    routes.read(calls.merges, async ({ params }) => await findMerges(db, kind, params.id));
    routes.write(calls.merge, async ({ params, body }, write) => await merge(write, kind, params.id, body));
  }
  routes.write(undoMergeEndpoints.undo, async ({ params }, write) => await undo(write, params.id));
}
