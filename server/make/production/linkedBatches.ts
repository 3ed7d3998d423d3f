/** Batches that were recorded by themselves and are linked to a run (docs/decisions/059). */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import { mayDo } from '../../core/records/mayDo.ts';
import type { Write } from '../../core/records/write.ts';
import { isSameCode } from '../../stock/ledger/codes.ts';
import type { RunOutput } from './runContent.ts';

interface RunBefore {
  runId: number;
  outputs: readonly { finishedGoodId: number }[];
}

/**
 * The batches that the run did not create. No column stores that: a batch that a run creates gets the time at which the
 * change of the run is recorded, so it was recorded by itself if no event in the history of the run has its time.
 */
async function findRecordedAlone(trx: Trx, runId: number, ids: readonly number[]) {
  return await trx
    .selectFrom('finished_good as g')
    .innerJoin('lot as l', 'l.id', 'g.lot_id')
    .select([
      'g.id as finishedGoodId',
      'g.product_id as productId',
      'g.batch_number as batchNumber',
      'g.quantity as quantity',
      'g.manufacture_date as manufactureDate',
      'g.expiry_date as expiryDate',
      'l.claim as claim',
    ])
    .where('g.id', 'in', ids)
    .where('g.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_event as e')
            .select('e.id')
            .where('e.resource', '=', 'runs')
            .where('e.record_id', '=', runId)
            .whereRef('e.at', '=', 'g.created_at'),
        ),
      ),
    )
    .execute();
}

type RecordedBatch = Awaited<ReturnType<typeof findRecordedAlone>>[number];

/** The fields of a batch that an output changes. A missing manufacture date or claim may be added. */
function changesOf(batch: RecordedBatch, output: RunOutput): string[] {
  const isChanged = {
    batchNumber: !isSameCode(batch.batchNumber, output.batchNumber),
    quantity: output.quantity !== batch.quantity,
    manufactureDate: batch.manufactureDate !== null && output.manufactureDate !== batch.manufactureDate,
    expiryDate: output.expiryDate !== batch.expiryDate,
    claim: batch.claim !== null && output.claim !== undefined && output.claim !== batch.claim,
  };
  return Object.entries(isChanged).flatMap(([field, isOther]) => (isOther ? [field] : []));
}

/**
 * Throws 409 with each field if a user without permission for finished goods changes a batch that was recorded by
 * itself, or removes one from the run that adopted it.
 */
export async function checkLinkedBatches(
  { trx, actor }: Write,
  run: RunBefore,
  outputs: readonly RunOutput[],
): Promise<void> {
  const ids = [...run.outputs, ...outputs].flatMap(({ finishedGoodId }) => finishedGoodId ?? []);
  if (ids.length === 0 || (await mayDo(trx, actor.userId, 'update', 'goods'))) return;
  const errors: FieldErrors = {};
  const sentences: string[] = [];
  for (const batch of await findRecordedAlone(trx, run.runId, ids)) {
    const index = outputs.findIndex(({ finishedGoodId }) => finishedGoodId === batch.finishedGoodId);
    const output = outputs[index];
    const changedFields = output ? changesOf(batch, output) : [];
    const sentence = stockRefusals.batchOfOffice(batch.batchNumber);
    for (const field of changedFields) errors[`outputs.${index}.${field}`] = [sentence];
    if (!output || changedFields.length > 0) sentences.push(sentence);
  }
  if (sentences.length > 0) throw conflict(sentences.join('\n'), errors);
}
