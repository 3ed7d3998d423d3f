import type { MergeableKind } from '#contract/masters/merging.ts';
import { mergeTexts } from '#contract/masters/merging.ts';
import { sql } from 'kysely';
import type { RecordTable, Trx } from '../core/db/tables.ts';
import { conflict } from '../core/http/errors.ts';

/** Throws 409 for a record that was merged into another one: it comes back by undoing the merge. */
export async function refuseMerged(trx: Trx, kind: MergeableKind, table: RecordTable, id: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select kept.name from record_merge g join ${sql.table(table)} kept on kept.id = g.kept_id
    where g.kind = ${kind} and g.merged_id = ${id} and g.undone_at is null`.execute(trx);
  for (const { name } of rows) throw conflict(mergeTexts.alreadyMerged(name));
}
