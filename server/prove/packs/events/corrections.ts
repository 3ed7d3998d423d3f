/** Corrections of documents without a movement, from the history: their parties, and the run of a batch. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { DocumentKind } from '#contract/kinds.ts';
import { inPieces } from '../../../core/db/statements.ts';
import type { Trx } from '../../../core/db/tables.ts';

interface EditRow {
  id: number;
  at: string;
  before: string;
  after: string;
}

interface Edit {
  /** Id of the record. */
  id: number;
  at: string;
  /** Id of the earlier party or run; null for none. */
  before: number | null;
  after: number | null;
}

/** The edits of records that changed their field `named`, in order. */
async function findEdits(
  trx: Trx,
  resource: string,
  ids: readonly number[],
  named: z.ZodType<number | null>,
): Promise<Edit[]> {
  const rows = await inPieces(
    trx,
    `packed edits ${resource}`,
    ids,
    (chunk) => sql<EditRow>`
      select record_id as id, at, before, after from audit_event
      where resource = ${sql.lit(resource)} and record_id in ${chunk} and action = 'update'
        and before is not null and after is not null
      order by record_id, at, audit_event.id`,
  );
  return rows
    .map(({ id, at, before, after }) => {
      return { id, at, before: named.parse(JSON.parse(before)), after: named.parse(JSON.parse(after)) };
    })
    .filter(({ before, after }) => before !== after);
}

const resources: Partial<Record<DocumentKind, string>> = {
  inward: 'inward',
  dispatch: 'dispatches',
  adjustment: 'adjustments',
};

const partyOf = z
  .object({ supplierId: z.int().nullish(), buyerId: z.int().nullish() })
  .transform(({ supplierId, buyerId }) => supplierId ?? buyerId ?? null);

/** A correction of the supplier or buyer of a document. */
export type PartyChange = Edit;

/** The changes of parties in documents of a kind, by the documents' ids, the first one first. */
export async function findPartyChanges(
  trx: Trx,
  kind: DocumentKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PartyChange[]>> {
  const resource = resources[kind];
  if (resource === undefined) return new Map();
  return Map.groupBy(await findEdits(trx, resource, ids, partyOf), ({ id }) => id);
}

const runOf = z.object({ runId: z.int().nullish() }).transform(({ runId }) => runId ?? null);

/** The times at which batches that were recorded by themselves were adopted by their runs. */
export async function findAdoptions(trx: Trx, goodIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const edits = await findEdits(trx, 'goods', goodIds, runOf);
  return new Map(edits.filter(({ before }) => before === null).map(({ id, at }) => [id, at]));
}
