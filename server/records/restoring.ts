/** Restoring a deleted record under its id, as it was: what all kinds share. */
import { sql } from 'kysely';
import type { RestorableKind } from '#contract/resources.ts';
import { restoreTexts } from '#contract/restore.ts';
import { forUpdate } from '../db/locking.ts';
import type { Trx } from '../db/tables.ts';
import { conflict, notFound } from '../http/errors.ts';
import { LotCodeTakenError } from '../stock/lots.ts';
import { changedAt } from './optimisticLock.ts';

/**
 * Makes a deleted record one that is there, and returns when it was deleted: its lines went with it at that time. Throws
 * 404, or 409 where it is not deleted.
 */
export async function markRestored(
  trx: Trx,
  table: string,
  id: number,
  { at, notFoundText }: { at: string; notFoundText: string },
): Promise<string> {
  const { rows } = await sql<{ deletedAt: string | null }>`
    select deleted_at as "deletedAt" from ${sql.table(table)} where id = ${id} ${forUpdate}`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound(notFoundText);
  if (found.deletedAt === null) throw conflict(restoreTexts.notDeleted);
  const updatedAt = changedAt(at, found.deletedAt);
  await sql`
    update ${sql.table(table)} set deleted_at = null, updated_at = ${updatedAt} where id = ${id}`.execute(trx);
  return found.deletedAt;
}

/** Throws 409 where another record of this name was added since a deletion: it took the place of the deleted one. */
export async function checkNameFree(
  trx: Trx,
  { kind, table }: { kind: RestorableKind; table: string },
  { id, name, deletedAt }: { id: number; name: string; deletedAt: string },
): Promise<void> {
  const { rows } = await sql`
    select id from ${sql.table(table)}
    where lower(name) = lower(${name}) and id <> ${id} and deleted_at is null and created_at >= ${deletedAt}
    limit 1`.execute(trx);
  if (rows.length > 0) throw conflict(restoreTexts.nameTaken(kind, name));
}

/** Throws 409 naming what a restored record refers to and is deleted by now, if anything. */
export function checkThere(missing: readonly string[]): void {
  if (missing.length > 0) throw conflict(restoreTexts.needs(missing));
}

/** Restores lots; a code that another lot has by now becomes a 409. */
export async function lotCodesAsConflict<T>(restore: () => Promise<T>): Promise<T> {
  try {
    return await restore();
  } catch (error) {
    if (error instanceof LotCodeTakenError) throw conflict(restoreTexts.lotTaken(error.code));
    throw error;
  }
}
