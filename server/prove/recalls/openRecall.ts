/** A recall that is to be changed. */
import { recallTexts } from '#contract/prove/recallTexts.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, notFound } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { findRecall, type RecallRow } from './queries.ts';

/** A recall. Throws 404. */
export async function mustFind(trx: Trx, id: number): Promise<RecallRow> {
  const recall = await findRecall(trx, id);
  if (!recall) throw notFound(recallTexts.notFound);
  return recall;
}

/** An open recall, locked. Throws 404, or 409 if it is closed. */
export async function lockForChange(trx: Trx, id: number): Promise<RecallRow> {
  await lockRecord(trx, 'recall', id);
  const recall = await mustFind(trx, id);
  if (recall.closedAt !== null) throw conflict(recallTexts.closed);
  return recall;
}
