/** Records that several imports changed: once a later import is undone, an earlier one can be undone too. */
import { sql } from 'kysely';
import { z } from 'zod';
import { inPieces } from '../../core/db/statements.ts';
import type { RecordTable, Trx } from '../../core/db/tables.ts';
import type { SavedRecord } from '../../stock/documents/importing.ts';

const before = z.object({ updatedAt: z.string() });

interface EarlierRecord {
  importId: number;
  position: number;
  recordId: number;
  updatedAt: string;
  changedAt: string;
}

/**
 * Notes of earlier imports that their records are as they left them, after a later import of these records was undone.
 * `next` lets other requests have their turn.
 */
export async function renewEarlier(
  trx: Trx,
  importId: number,
  { resource, table }: { resource: string; table: RecordTable },
  undone: readonly SavedRecord[],
  next: () => Promise<void>,
): Promise<void> {
  const wasAt = new Map(
    undone.flatMap((record) => {
      const { data } = before.safeParse(record.before);
      return data ? [[record.recordId, data.updatedAt] as const] : [];
    }),
  );
  const earlier = await inPieces(
    trx,
    `earlier imports of ${resource}`,
    [...wasAt.keys()],
    (chunk) => sql<EarlierRecord>`
      select e.import_id as "importId", e.position, e.record_id as "recordId", e.updated_at as "updatedAt",
        r.updated_at as "changedAt"
      from import_record e join import i on i.id = e.import_id join ${sql.table(table)} r on r.id = e.record_id
      where e.record_id in ${chunk} and e.resource = ${resource} and e.import_id < ${importId} and i.undone_at is null`,
    [resource, importId],
  );
  for (const { importId: id, position, recordId, updatedAt, changedAt } of earlier) {
    if (updatedAt !== wasAt.get(recordId)) continue;
    await trx
      .updateTable('import_record')
      .set({ updated_at: changedAt })
      .where('import_id', '=', id)
      .where('position', '=', position)
      .execute();
    await next();
  }
}
