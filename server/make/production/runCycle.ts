/** A run may use no descendant of its own outputs: an output must not precede its inputs. */
import { sql } from 'kysely';
import { runTexts } from '#contract/make/runs.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import { findDescendants } from '../../stock/ledger/recalled.ts';

async function findUsedLots(trx: Trx, runId: number): Promise<Set<number>> {
  const { rows } = await sql<{ lotId: number }>`
    select lot_id as "lotId" from movement where document_kind = 'run' and document_id = ${runId}
    group by lot_id having sum(quantity) <> 0`.execute(trx);
  return new Set(rows.map(({ lotId }) => lotId));
}

async function findOutputLots(trx: Trx, runId: number): Promise<number[]> {
  const query = trx.selectFrom('finished_good').select('lot_id').where('run_id', '=', runId);
  const rows = await query.where('deleted_at', 'is', null).execute();
  return rows.flatMap(({ lot_id: lotId }) => lotId ?? []);
}

/** Throws 409 if a run uses its own outputs, or their descendants, at any depth. */
export async function refuseCycle(trx: Trx, runId: number): Promise<void> {
  const usedLots = await findUsedLots(trx, runId);
  const descendants = await findDescendants(trx, await findOutputLots(trx, runId));
  if (descendants.some((lotId) => usedLots.has(lotId))) throw conflict(runTexts.madeOfItself);
}
