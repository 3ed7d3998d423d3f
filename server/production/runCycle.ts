/** A run may use no lot that was made of its own outputs: what was made must not come before what it was made of. */
import { sql } from 'kysely';
import { runTexts } from '#contract/runs.ts';
import { listed } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import { conflict } from '../http/errors.ts';

interface LotId {
  lotId: number;
}

async function findUsedLots(trx: Trx, runId: number): Promise<Set<number>> {
  const { rows } = await sql<LotId>`
    select lot_id as "lotId" from movement where document_kind = 'run' and document_id = ${runId}
    group by lot_id having sum(quantity) <> 0`.execute(trx);
  return new Set(rows.map(({ lotId }) => lotId));
}

async function findOutputLots(trx: Trx, runId: number): Promise<number[]> {
  const query = trx.selectFrom('finished_good').select('lot_id').where('run_id', '=', runId);
  const rows = await query.where('deleted_at', 'is', null).execute();
  return rows.flatMap(({ lot_id: lotId }) => lotId ?? []);
}

/** The lots that runs made of these lots, and what buyers returned of them. */
async function findMadeOf(trx: Trx, lotIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<LotId>`
    select distinct g.lot_id as "lotId" from finished_good g
    where g.deleted_at is null and g.lot_id is not null and g.run_id in (
      select document_id from movement where document_kind = 'run' and lot_id in ${listed(lotIds)}
      group by document_id, lot_id having sum(quantity) <> 0)
    union select l.id from lot l where l.parent_lot_id in ${listed(lotIds)} and l.deleted_at is null`.execute(trx);
  return rows.map(({ lotId }) => lotId);
}

/** Throws 409 where a run uses its own outputs, or what was made of them, at any depth. */
export async function refuseCycle(trx: Trx, runId: number): Promise<void> {
  const used = await findUsedLots(trx, runId);
  const seen = new Set<number>();
  for (let made = await findOutputLots(trx, runId); made.length > 0;) {
    if (made.some((lotId) => used.has(lotId))) throw conflict(runTexts.madeOfItself);
    for (const lotId of made) seen.add(lotId);
    made = (await findMadeOf(trx, made)).filter((lotId) => !seen.has(lotId));
  }
}
