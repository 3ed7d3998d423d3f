/** Batches that were recorded by themselves before a run took them up: from the history, since no movement tells it. */
import { sql } from 'kysely';
import { z } from 'zod';
import { inPieces } from '../../db/statements.ts';
import type { Trx } from '../../db/tables.ts';

const ofRun = z.object({ runId: z.int().nullish() }).transform(({ runId }) => runId ?? null);

interface Edit {
  id: number;
  at: string;
  before: string;
  after: string;
}

/** When batches were taken up by the runs that they are of now. */
export async function findTakenUp(trx: Trx, goodIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const edits = await inPieces(
    trx,
    'packed edits goods',
    goodIds,
    (some) => sql<Edit>`
      select record_id as id, at, before, after from audit_event
      where resource = 'goods' and record_id in ${some} and action = 'update'
        and before is not null and after is not null
      order by record_id, at, audit_event.id`,
  );
  const isTakenUp = ({ before, after }: Edit) =>
    ofRun.parse(JSON.parse(before)) === null && ofRun.parse(JSON.parse(after)) !== null;
  return new Map(edits.filter(isTakenUp).map(({ id, at }) => [id, at]));
}
