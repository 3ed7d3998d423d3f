/** The rows that refer to a merged record, counted, moved and moved back. */
import { sql } from 'kysely';
import { z } from 'zod';
import { kindLabel } from '#contract/kinds.ts';
import { mergeTexts } from '#contract/masters/merging.ts';
import { forUpdate } from '../core/db/locking.ts';
import { piecesOf } from '../core/db/pieces.ts';
import { listed } from '../core/db/statements.ts';
import type { Database, Trx } from '../core/db/tables.ts';
import type { AuditEntry } from '../core/records/auditEntry.ts';
import { changedAt } from '../core/records/optimisticLock.ts';
import { moveLots } from '../stock/ledger/mergedItems.ts';
import type { Reference } from './mergedReferences.ts';

/** A record as its references name it. */
export interface Side {
  id: number;
  /** The item of a raw material or product. */
  itemId: number;
  name: string;
}

/** The moved rows of one table, and the newest one there at that time: a later one is new. */
export const movedRows = z.object({
  table: z.string(),
  keys: z.array(z.int()),
  newest: z.int(),
  /** Deleted, since their key had a row of the kept record already. */
  dropped: z.array(z.int()),
});
type MovedRows = z.output<typeof movedRows>;

const idIn = ({ byItem }: Reference, { id, itemId }: Side) => (byItem ? itemId : id);

/** The number of undeleted records that refer to a side in one of some ways. */
export async function countRecords(db: Database | Trx, references: readonly Reference[], side: Side): Promise<number> {
  const selects = references.map(
    (reference) => sql`
      select ${reference.recordId} as id from ${sql.table(reference.table)} r
      where ${sql.ref(`r.${reference.column}`)} = ${idIn(reference, side)} and ${reference.isUndeleted}`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(distinct id) as count from (${sql.join(selects, sql` union all `)}) as referring`.execute(db);
  return rows[0]?.count ?? 0;
}

async function lockKeys(trx: Trx, { table, column, key }: Reference, id: number): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select ${sql.ref(key)} as key from ${sql.table(table)} where ${sql.ref(column)} = ${id}
    order by ${sql.ref(key)} ${forUpdate}`.execute(trx);
  return rows.map((row) => row.key);
}

/** The instant of a write that is later than each version that it replaces. */
function laterThan(now: string, rows: readonly { updatedAt: string }[]): string {
  return rows.reduce((at, { updatedAt }) => changedAt(at, updatedAt), now);
}

interface Move {
  from: Side;
  to: Side;
  at: string;
}

/** Rows of records with a version of their own: each gets a new one, and an event in its history. */
async function moveVersioned(
  trx: Trx,
  { table, column, kind, versioned }: Reference & Required<Pick<Reference, 'versioned'>>,
  keys: readonly number[],
  { from, to, at: now }: Move,
): Promise<AuditEntry[]> {
  const fieldsOf = ({ id, name }: Side) => ({ [versioned.id]: id, [versioned.name]: name });
  const events: AuditEntry[] = [];
  for (const chunk of piecesOf(keys)) {
    const { rows } = await sql<{ id: number; updatedAt: string; deletedAt: string | null }>`
      select id, updated_at as "updatedAt", deleted_at as "deletedAt" from ${sql.table(table)}
      where id in ${listed(chunk)} order by id`.execute(trx);
    const at = laterThan(now, rows);
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${to.id}, updated_at = ${at}
      where id in ${listed(chunk)}`.execute(trx);
    for (const { id, updatedAt, deletedAt } of rows) {
      if (deletedAt !== null) continue;
      const before = { ...fieldsOf(from), updatedAt };
      events.push({
        action: 'update',
        resource: kind,
        recordId: id,
        before,
        after: { ...fieldsOf(to), updatedAt: at },
      });
    }
  }
  return events;
}

/** Moves rows from one side to the other; returns the events of their records. */
async function moveKeys(trx: Trx, reference: Reference, keys: readonly number[], move: Move): Promise<AuditEntry[]> {
  const { table, column, key, versioned } = reference;
  const [from, to] = [idIn(reference, move.from), idIn(reference, move.to)];
  if (versioned) return await moveVersioned(trx, { ...reference, versioned }, keys, move);
  // Only raw materials and products have lots.
  if (table === 'lot') {
    await moveLots(trx, keys, { from, to, at: move.at });
    return [];
  }
  for (const chunk of piecesOf(keys)) {
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${to}
      where ${sql.ref(column)} = ${from} and ${sql.ref(key)} in ${listed(chunk)}`.execute(trx);
  }
  return [];
}

async function findNewest(trx: Trx, { table, key }: Reference): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(${sql.ref(key)}) as newest from ${sql.table(table)}`.execute(trx);
  return rows[0]?.newest ?? 0;
}

/** Deletes the rows of `from` whose key has a row of `to` already; returns their keys. */
async function dropDoubled(trx: Trx, reference: Reference, { from, to }: Move): Promise<number[]> {
  if (!reference.onePerKey) return [];
  const { table, column, key } = reference;
  const kept = new Set(await lockKeys(trx, reference, idIn(reference, to)));
  const doubled = (await lockKeys(trx, reference, idIn(reference, from))).filter((each) => kept.has(each));
  for (const chunk of piecesOf(doubled)) {
    await sql`
      delete from ${sql.table(table)}
      where ${sql.ref(column)} = ${idIn(reference, from)} and ${sql.ref(key)} in ${listed(chunk)}`.execute(trx);
  }
  return doubled;
}

/** Moves everything that refers to a record to another one, deleted rows too: they can be restored. */
export async function moveReferences(trx: Trx, references: readonly Reference[], move: Move) {
  const moved: MovedRows[] = [];
  const events: AuditEntry[] = [];
  for (const reference of references) {
    const newest = await findNewest(trx, reference);
    const dropped = await dropDoubled(trx, reference, move);
    const keys = await lockKeys(trx, reference, idIn(reference, move.from));
    events.push(...(await moveKeys(trx, reference, keys, move)));
    moved.push({ table: reference.table, keys, newest, dropped });
  }
  return { moved, events };
}

/** Moves back what a merge moved. */
export async function moveBack(
  trx: Trx,
  references: readonly Reference[],
  moved: readonly MovedRows[],
  move: Move,
): Promise<AuditEntry[]> {
  const events: AuditEntry[] = [];
  for (const reference of references) {
    const { keys = [], dropped = [] } = moved.find(({ table }) => table === reference.table) ?? {};
    events.push(...(await moveKeys(trx, reference, keys, move)));
    const { table, column, key } = reference;
    for (const each of dropped) {
      await sql`
        insert into ${sql.table(table)} (${sql.ref(key)}, ${sql.ref(column)})
        values (${each}, ${idIn(reference, move.to)}) on conflict do nothing`.execute(trx);
    }
  }
  return events;
}

/** Why a merge can't be undone any more: something new refers to the kept record, or a moved row refers to another. */
export async function findUndoRefusal(
  db: Database | Trx,
  references: readonly Reference[],
  moved: readonly MovedRows[],
  kept: Side,
): Promise<string | undefined> {
  for (const reference of references) {
    const { table, column, key, recordId, isUndeleted, kind } = reference;
    const { keys = [], newest = 0 } = moved.find((each) => each.table === table) ?? {};
    const { rows: added } = await sql<{ id: number }>`
      select ${recordId} as id from ${sql.table(table)} r
      where ${sql.ref(`r.${column}`)} = ${idIn(reference, kept)} and ${sql.ref(`r.${key}`)} > ${newest} and ${isUndeleted}
      order by ${sql.ref(`r.${key}`)} limit 1`.execute(db);
    for (const { id } of added) return mergeTexts.newReference(kindLabel(kind), id);
    for (const chunk of piecesOf(keys)) {
      const { rows: present } = await sql<{ key: number }>`
        select ${sql.ref(key)} as key from ${sql.table(table)}
        where ${sql.ref(key)} in ${listed(chunk)} and ${sql.ref(column)} = ${idIn(reference, kept)}`.execute(db);
      const still = new Set(present.map((row) => row.key));
      const reassigned = chunk.find((each) => !still.has(each));
      if (reassigned === undefined) continue;
      const { rows } = await sql<{ id: number | null }>`
        select ${recordId} as id from ${sql.table(table)} r where ${sql.ref(`r.${key}`)} = ${reassigned}`.execute(db);
      return mergeTexts.reassigned(kindLabel(kind), rows[0]?.id ?? reassigned);
    }
  }
  return undefined;
}
