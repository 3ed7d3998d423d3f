/** Corrections of whom documents name: from the history, since no movement tells them. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { DocumentKind } from '#contract/stock.ts';
import { inPieces } from '../../db/statements.ts';
import type { Trx } from '../../db/tables.ts';

/** Of the supplier or buyer of a document: ids, null for nobody. */
export interface PartyChange {
  at: string;
  before: number | null;
  after: number | null;
}

const resources: Partial<Record<DocumentKind, string>> = {
  inward: 'inward',
  dispatch: 'dispatches',
  adjustment: 'adjustments',
};

const named = z
  .object({ supplierId: z.int().nullish(), buyerId: z.int().nullish() })
  .transform(({ supplierId, buyerId }) => supplierId ?? buyerId ?? null);

interface Edit {
  id: number;
  at: string;
  before: string;
  after: string;
}

/** The corrections of documents of a kind by their ids, the first one first. */
export async function findPartyChanges(
  trx: Trx,
  kind: DocumentKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PartyChange[]>> {
  const resource = resources[kind];
  if (resource === undefined) return new Map();
  const edits = await inPieces(
    trx,
    `packed edits ${kind}`,
    ids,
    (some) => sql<Edit>`
      select record_id as id, at, before, after from audit_event
      where resource = ${sql.lit(resource)} and record_id in ${some} and action = 'update'
        and before is not null and after is not null
      order by record_id, at, audit_event.id`,
  );
  const changes = edits.map(({ id, at, before, after }) => {
    return { id, at, before: named.parse(JSON.parse(before)), after: named.parse(JSON.parse(after)) };
  });
  return Map.groupBy(
    changes.filter(({ before, after }) => before !== after),
    ({ id }) => id,
  );
}
