/** Restoring a deleted record under its id, as it was: the parts shared by all kinds. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { RestorableKind } from '#contract/kinds.ts';
import { restoreTexts } from '#contract/core/restore.ts';
import { foldCase } from '../db/fold.ts';
import { forUpdate } from '../db/locking.ts';
import type { Trx } from '../db/tables.ts';
import { conflict, notFound } from '../http/errors.ts';
import { changedAt } from './optimisticLock.ts';

/**
 * Marks a deleted record as not deleted, and returns when it was deleted, the time at which its lines were, too. Throws
 * 404, or 409 if it is not deleted.
 */
export async function markRestored(
  trx: Trx,
  table: string,
  id: number,
  { at, notFoundText }: { at: string; notFoundText: string },
): Promise<string> {
  const { rows } = await sql<{ deletedAt: string | null }>`
    select deleted_at as "deletedAt" from ${sql.table(table)} where id = ${id} ${forUpdate}`.execute(trx);
  const [row] = rows;
  if (!row) throw notFound(notFoundText);
  if (row.deletedAt === null) throw conflict(restoreTexts.notDeleted);
  const updatedAt = changedAt(at, row.deletedAt);
  await sql`
    update ${sql.table(table)} set deleted_at = null, updated_at = ${updatedAt} where id = ${id}`.execute(trx);
  return row.deletedAt;
}

const named = z.object({ name: z.string() });

/**
 * Throws 409 if another record got this name since a deletion, added or renamed: it took the place of the deleted one.
 * Records that had the same name side by side may have it again.
 */
export async function checkNameFree(
  trx: Trx,
  { kind, table }: { kind: RestorableKind; table: string },
  { id, name, deletedAt }: { id: number; name: string; deletedAt: string },
): Promise<void> {
  const { rows } = await sql<{ createdAt: string; before: string | null }>`
    select o.created_at as "createdAt", e.before from ${sql.table(table)} o
      left join audit_event e on e.resource = ${kind} and e.record_id = o.id and e.action = 'update' and e.at >= ${deletedAt}
    where fold(o.name) = ${foldCase(name)} and o.id <> ${id} and o.deleted_at is null and o.updated_at >= ${deletedAt}`.execute(
    trx,
  );
  const isOther = (before: string | null) => {
    const was = named.safeParse(JSON.parse(before ?? 'null'));
    return was.success && foldCase(was.data.name) !== foldCase(name);
  };
  if (rows.some(({ createdAt, before }) => createdAt >= deletedAt || isOther(before))) {
    throw conflict(restoreTexts.nameTaken(kind, name));
  }
}

/** Throws 409 with the deleted records that a restored one refers to, if any. */
export function refuseMissingReferences(missing: readonly string[]): void {
  if (missing.length > 0) throw conflict(restoreTexts.needs([...new Set(missing)]));
}
