/** Merges two records of a master into one, and takes that back (decision 128). */
import { sql } from 'kysely';
import { z } from 'zod';
import { kindLabel } from '#contract/kinds.ts';
import {
  mergeEndpoints,
  mergesEndpoints,
  mergeTexts,
  type MergedKind,
  type MergePreview,
  type MergeRecord,
} from '#contract/masters/merging.ts';
import { forUpdate } from '../core/db/locking.ts';
import { readSnapshot } from '../core/db/snapshot.ts';
import { listed } from '../core/db/statements.ts';
import { piecesOf } from '../core/db/pieces.ts';
import type { Database, Trx } from '../core/db/tables.ts';
import { conflict, invalid, notFound } from '../core/http/errors.ts';
import type { Routes } from '../core/http/routes.ts';
import type { AuditEntry } from '../core/records/auditEntry.ts';
import { finderOf, lockMasterRecord, markDeleted, updateRecord } from '../core/records/crudQueries.ts';
import type { Master } from '../core/records/crudRoutes.ts';
import { changedAt, checkUnchanged } from '../core/records/optimisticLock.ts';
import { markRestored } from '../core/records/restoring.ts';
import type { Write } from '../core/records/write.ts';
import { buyers } from './buyers.ts';
import { mergedReferences, type Reference } from './mergedReferences.ts';
import { suppliers } from './suppliers.ts';

const mergedMasters: Record<MergedKind, Master> = { suppliers, buyers };

/** A record of either kind. */
interface Party {
  name: string;
  updatedAt: string;
}

/** The moved rows of one table, and the newest row there at the time: a later one that refers to the kept record is new. */
const movedRows = z.array(z.object({ table: z.string(), ids: z.array(z.int()), newestId: z.int() }));
type MovedRows = z.output<typeof movedRows>;

const fieldsOfRecord = z.record(z.string(), z.unknown());

async function countReferences(db: Database | Trx, { table, column }: Reference, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The tables in which an invoice number may have been entered under both records. */
const invoices: Record<MergedKind, { table: string; column: string; date: string }> = {
  suppliers: { table: 'inward', column: 'supplier_id', date: 'inward_date' },
  buyers: { table: 'dispatch', column: 'buyer_id', date: 'dispatch_date' },
};

/** The most invoice numbers that a preview names. */
const MAX_SAME_INVOICES = 20;

async function findSameInvoices(db: Database | Trx, kind: MergedKind, keptId: number, mergedId: number) {
  const { table, column, date } = invoices[kind];
  const { rows } = await sql<MergePreview['sameInvoices'][number]>`
    select m.invoice_number as "invoiceNumber", ${sql.ref(`m.${date}`)} as date, m.id as "mergedDocumentId",
      k.id as "keptDocumentId"
    from ${sql.table(table)} m join ${sql.table(table)} k on fold(k.invoice_number) = fold(m.invoice_number)
    where ${sql.ref(`m.${column}`)} = ${mergedId} and ${sql.ref(`k.${column}`)} = ${keptId}
      and m.invoice_number <> '' and m.deleted_at is null and k.deleted_at is null
    order by m.id desc limit ${MAX_SAME_INVOICES}`.execute(db);
  return rows;
}

/** What would move, and what both have. Throws 404 if one of them is not there. */
async function preview(db: Database, kind: MergedKind, keptId: number, mergedId: number): Promise<MergePreview> {
  const master = mergedMasters[kind];
  const find = finderOf<Party>(master);
  return await readSnapshot(db, async (snapshot) => {
    for (const id of [keptId, mergedId]) if (!(await find(snapshot, id))) throw notFound(master.texts.notFound);
    const moves: MergePreview['moves'] = [];
    for (const reference of mergedReferences[kind]) {
      const moved = await countReferences(snapshot, reference, mergedId);
      if (moved === 0) continue;
      const kept = await countReferences(snapshot, reference, keptId);
      moves.push({ kind: reference.kind, moved, afterwards: moved + kept });
    }
    return { moves, sameInvoices: await findSameInvoices(snapshot, kind, keptId, mergedId) };
  });
}

/** Rows of a table that refer to a record, deleted ones too: they can be restored. Locks them. */
async function lockReferences(trx: Trx, { table, column }: Reference, id: number) {
  const { rows } = await sql<{ id: number; updatedAt: string; deletedAt: string | null }>`
    select id, updated_at as "updatedAt", deleted_at as "deletedAt" from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} order by id ${forUpdate}`.execute(trx);
  return rows;
}

interface Side {
  id: number;
  name: string;
}

/** Moves rows from one record to another; returns their events for the history. */
async function moveRows(
  trx: Trx,
  { table, column, kind, historyFields }: Reference,
  rows: Awaited<ReturnType<typeof lockReferences>>,
  { from, to, at }: { from: Side; to: Side; at: string },
): Promise<AuditEntry[]> {
  for (const chunk of piecesOf(rows)) {
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${to.id}, updated_at = ${at}
      where id in ${listed(chunk.map(({ id }) => id))}`.execute(trx);
  }
  const fieldsOf = ({ id, name }: Side) => ({ [historyFields.id]: id, [historyFields.name]: name });
  return rows
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ id, updatedAt }) => ({
      action: 'update',
      resource: kind,
      recordId: id,
      before: { ...fieldsOf(from), updatedAt },
      after: { ...fieldsOf(to), updatedAt: at },
    }));
}

/** The instant of a write that is later than each version that it replaces. */
function laterThan(now: string, rows: readonly { updatedAt: string }[]): string {
  return rows.reduce((at, { updatedAt }) => changedAt(at, updatedAt), now);
}

/** Both records, locked in the order of their ids. Throws 404 if one of them is not there. */
async function lockBoth(
  trx: Trx,
  master: Master,
  keptId: number,
  mergedId: number,
): Promise<{ kept: Party; merged: Party }> {
  const records = new Map<number, Party>();
  for (const id of [keptId, mergedId].toSorted((a, b) => a - b)) {
    const record = await lockMasterRecord<Party>(trx, master, id);
    if (!record) throw notFound(master.texts.notFound);
    records.set(id, record);
  }
  const [kept, merged] = [records.get(keptId), records.get(mergedId)];
  if (!kept || !merged) throw notFound(master.texts.notFound);
  return { kept, merged };
}

interface MergeFields extends Record<string, unknown> {
  mergedId: number;
  mergedUpdatedAt?: string | null | undefined;
  updatedAt?: string | null | undefined;
}

/**
 * Merges a record into another one, which gets the fields of the body: what refers to the merged one refers to the kept
 * one, and the merged one is deleted. Throws 400 for one record twice, 404, 409 if one of them was changed meanwhile.
 */
async function merge(write: Write, kind: MergedKind, keptId: number, body: MergeFields) {
  const { trx, actor } = write;
  const { mergedId, mergedUpdatedAt, updatedAt, ...fields } = body;
  if (mergedId === keptId) throw invalid({ mergedId: [mergeTexts.withItself] });
  const master = mergedMasters[kind];
  const { kept, merged } = await lockBoth(trx, master, keptId, mergedId);
  await checkUnchanged(write, { resource: kind, recordId: keptId, updatedAt: kept.updatedAt }, updatedAt);
  await checkUnchanged(write, { resource: kind, recordId: mergedId, updatedAt: merged.updatedAt }, mergedUpdatedAt);
  const moved: MovedRows = [];
  const events: AuditEntry[] = [];
  const sides = { from: { id: mergedId, name: merged.name }, to: { id: keptId, name: kept.name } };
  for (const reference of mergedReferences[kind]) {
    const rows = await lockReferences(trx, reference, mergedId);
    const newestId = await findNewestId(trx, reference);
    events.push(...(await moveRows(trx, reference, rows, { ...sides, at: laterThan(actor.at, rows) })));
    moved.push({ table: reference.table, ids: rows.map(({ id }) => id), newestId });
  }
  const at = laterThan(actor.at, [kept, merged]);
  const after = await updateRecord<Party>(trx, master, keptId, fields, at);
  await markDeleted(trx, master.table, mergedId, at);
  const { id: mergeId } = await trx
    .insertInto('record_merge')
    .values({
      kind,
      kept_id: keptId,
      merged_id: mergedId,
      kept_before: JSON.stringify(kept),
      kept_after: JSON.stringify(after),
      moved: JSON.stringify(moved),
      merged_at: actor.at,
      merged_by: actor.userId,
      undone_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { inHistory } = mergeTexts;
  await write.audit(
    {
      action: 'merge',
      resource: kind,
      recordId: keptId,
      before: kept,
      after: { ...after, mergedFrom: inHistory(merged.name, mergedId) },
    },
    {
      action: 'merge',
      resource: kind,
      recordId: mergedId,
      before: merged,
      after: { ...merged, mergedInto: inHistory(after.name, keptId) },
    },
    ...events,
  );
  return { mergeId, message: mergeTexts.merged(kind, merged.name, after.name) };
}

async function findNewestId(trx: Trx, { table }: Reference): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(trx);
  return rows[0]?.id ?? 0;
}

interface StoredMerge {
  mergeId: number;
  kind: MergedKind;
  keptId: number;
  mergedId: number;
  keptBefore: string;
  keptAfter: string;
  moved: string;
  mergedAt: string;
  undoneAt: string | null;
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

/** Why a merge can't be undone any more: something new refers to the kept record, or a moved one refers to another. */
async function findRefusal(db: Database | Trx, { kind, keptId, moved }: StoredMerge): Promise<string | undefined> {
  const rowsOfTables = new Map(movedRows.parse(JSON.parse(moved)).map((rows) => [rows.table, rows]));
  for (const reference of mergedReferences[kind]) {
    const { table, column } = reference;
    const { ids = [], newestId = 0 } = rowsOfTables.get(table) ?? {};
    const { rows: added } = await sql<{ id: number }>`
      select id from ${sql.table(table)}
      where ${sql.ref(column)} = ${keptId} and id > ${newestId} and deleted_at is null order by id limit 1`.execute(db);
    for (const { id } of added) return mergeTexts.newReference(kindLabel(reference.kind), id);
    for (const chunk of piecesOf(ids)) {
      const { rows: reassigned } = await sql<{ id: number }>`
        select id from ${sql.table(table)}
        where id in ${listed(chunk)} and ${sql.ref(column)} is distinct from ${keptId} order by id limit 1`.execute(db);
      for (const { id } of reassigned) return mergeTexts.reassigned(kindLabel(reference.kind), id);
    }
  }
  return undefined;
}

/** The fields of the kept record before the merge, but for those that were changed since. */
function fieldsBefore({ keptBefore, keptAfter }: StoredMerge, master: Master, now: object): Record<string, unknown> {
  const [before, after] = [keptBefore, keptAfter].map((json) => fieldsOfRecord.parse(JSON.parse(json)));
  const isUnchanged = (field: string) => Reflect.get(now, field) === after?.[field];
  return Object.fromEntries(
    Object.keys(master.columns).map((field) => [field, isUnchanged(field) ? before?.[field] : Reflect.get(now, field)]),
  );
}

/**
 * Undoes a merge: the merged record is there again, with what was moved from it. Throws 404, 409 if it is undone already,
 * the kept record is deleted, or something refers to it since.
 */
async function undo(write: Write, mergeId: number) {
  const { trx, actor } = write;
  const stored = await storedMerges(trx).where('id', '=', mergeId).executeTakeFirst();
  if (!stored) throw notFound(mergeTexts.notFound);
  const { kind, keptId, mergedId } = stored;
  const master = mergedMasters[kind];
  const kept = await lockMasterRecord<Party>(trx, master, keptId);
  if (!kept) throw conflict(mergeTexts.keptDeleted);
  // Both writers of one undo wait at the kept record: the second one sees what the first one did.
  const { undoneAt } = await storedMerges(trx).where('id', '=', mergeId).executeTakeFirstOrThrow();
  if (undoneAt !== null) throw conflict(mergeTexts.isUndone);
  const refusal = await findRefusal(trx, stored);
  if (refusal !== undefined) throw conflict(refusal);
  await markRestored(trx, master.table, mergedId, { at: actor.at, notFoundText: master.texts.notFound });
  const merged = await lockMasterRecord<Party>(trx, master, mergedId);
  if (!merged) throw notFound(master.texts.notFound);
  const movedIds = new Map(movedRows.parse(JSON.parse(stored.moved)).map(({ table, ids }) => [table, new Set(ids)]));
  const sides = { from: { id: keptId, name: kept.name }, to: { id: mergedId, name: merged.name } };
  const events: AuditEntry[] = [];
  for (const reference of mergedReferences[kind]) {
    const ids = movedIds.get(reference.table);
    const rows = (await lockReferences(trx, reference, keptId)).filter(({ id }) => ids?.has(id));
    events.push(...(await moveRows(trx, reference, rows, { ...sides, at: laterThan(actor.at, rows) })));
  }
  const at = changedAt(actor.at, kept.updatedAt);
  const after = await updateRecord<Party>(trx, master, keptId, fieldsBefore(stored, master, kept), at);
  await trx.updateTable('record_merge').set({ undone_at: actor.at }).where('id', '=', mergeId).execute();
  const { inHistory } = mergeTexts;
  await write.audit(
    {
      action: 'unmerge',
      resource: kind,
      recordId: keptId,
      before: { ...kept, mergedFrom: inHistory(merged.name, mergedId) },
      after,
    },
    { action: 'unmerge', resource: kind, recordId: mergedId, before: null, after: merged },
    ...events,
  );
  return { message: mergeTexts.undone(merged.name) };
}

/** The merges into a record that are not undone, the newest first, each with why it can't be undone any more. */
async function findMerges(db: Database, kind: MergedKind, keptId: number): Promise<MergeRecord[]> {
  return await readSnapshot(db, async (snapshot) => {
    const stored = await storedMerges(snapshot)
      .where('kind', '=', kind)
      .where('kept_id', '=', keptId)
      .where('undone_at', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    const merges: MergeRecord[] = [];
    for (const each of stored) {
      const { mergeId, mergedId, mergedAt } = each;
      const { rows } = await sql<{ mergedName: string; userName: string | null }>`
        select r.name as "mergedName", u.full_name as "userName"
        from record_merge g join ${sql.table(mergedMasters[kind].table)} r on r.id = g.merged_id
          left join app_user u on u.id = g.merged_by
        where g.id = ${mergeId}`.execute(snapshot);
      const [named] = rows;
      if (named)
        merges.push({ mergeId, mergedId, mergedAt, ...named, refusal: (await findRefusal(snapshot, each)) ?? null });
    }
    return merges;
  });
}

/** Registers the calls that merge records, and those that undo it. */
export function registerMerging(routes: Routes): void {
  const { db } = routes.services.store;
  for (const kind of ['suppliers', 'buyers'] as const) {
    const calls = mergeEndpoints[kind];
    routes.read(calls.preview, async ({ params, query }) => await preview(db, kind, params.id, query.mergedId));
    routes.write(calls.merge, async ({ params, body }, write) => await merge(write, kind, params.id, body));
  }
  routes.read(mergesEndpoints.list, async ({ params }) => await findMerges(db, params.kind, params.id));
  routes.write(mergesEndpoints.undo, async ({ params }, write) => await undo(write, params.id));
}
