/** Checks of the batches and batch numbers that the outputs of a run name. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { goodTexts } from '#contract/make/goods.ts';
import { runTexts } from '#contract/make/runs.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid } from '../../core/http/errors.ts';
import { recallLinks } from '../../stock/documents/recallLinks.ts';
import { findUsedCodes } from '../../stock/ledger/lots.ts';
import { findHolding } from '../../stock/ledger/recalled.ts';
import type { RunOutput } from './runContent.ts';
import type { RunItem } from './runItems.ts';

/** An output with its locked item and the key by which its batch number is compared. */
interface KeyedOutput extends RunOutput {
  itemId: number;
  key: string;
}

interface BatchRow {
  goodId: number;
  lotId: number | null;
  key: string;
  productId: number;
  runId: number | null;
}

/** The stored batches that outputs name by their id, and those that have the number of an output. */
async function findBatches(trx: Trx, outputs: readonly KeyedOutput[]): Promise<BatchRow[]> {
  const keys = outputs.map(({ key }) => key);
  const ids = outputs.flatMap(({ finishedGoodId }) => finishedGoodId ?? []);
  return await trx
    .selectFrom('finished_good')
    .select(['id as goodId', 'lot_id as lotId', 'batch_key as key', 'product_id as productId', 'run_id as runId'])
    .where((good) => good.or([good('batch_key', 'in', keys), ...(ids.length > 0 ? [good('id', 'in', ids)] : [])]))
    .where('deleted_at', 'is', null)
    .execute();
}

/** Whether a stored batch is one of the outputs. */
function isOutput({ goodId }: BatchRow, outputs: readonly RunOutput[]): boolean {
  return outputs.some(({ finishedGoodId }) => finishedGoodId === goodId);
}

/** Throws 400 for batches that do not exist, are of another product or run, and for a number that appears twice. */
function checkOutputs(outputs: readonly KeyedOutput[], batches: readonly BatchRow[], runId: number): void {
  const faults: FieldErrors = {};
  for (const [index, { finishedGoodId, productId, key }] of outputs.entries()) {
    const batch = batches.find(({ goodId }) => goodId === finishedGoodId);
    const field = `outputs.${index}.finishedGoodId`;
    if (finishedGoodId !== undefined && !batch) faults[field] = [goodTexts.notFound];
    else if (batch && batch.productId !== productId) faults[field] = [runTexts.batchOfOther];
    else if (batch && batch.runId !== null && batch.runId !== runId) faults[field] = [runTexts.batchInOther];
    const isTwice = outputs.findIndex((other) => other.key === key) < index;
    if (isTwice) faults[`outputs.${index}.batchNumber`] = [runTexts.batchTwice];
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/**
 * Throws 409 for batches that a recall held when their run was deleted: linked to another run, the recall would no longer
 * reach them.
 */
async function refuseOrphans(trx: Trx, batches: readonly BatchRow[], outputs: readonly RunOutput[]): Promise<void> {
  const adopted = batches.filter((batch) => batch.runId === null && isOutput(batch, outputs));
  const recalls = await findHolding(
    trx,
    adopted.flatMap(({ lotId }) => lotId ?? []),
  );
  const reached = recalls.filter(({ isRoot }) => isRoot === 0);
  if (reached.length === 0) return;
  const errors: FieldErrors = {};
  for (const [lotId, recallsOfLot] of Map.groupBy(reached, (recall) => recall.lotId)) {
    const batch = adopted.find((each) => each.lotId === lotId);
    const index = outputs.findIndex(({ finishedGoodId }) => finishedGoodId === batch?.goodId);
    const labels = recallLinks(recallsOfLot).map(({ label }) => label);
    errors[`outputs.${index}.batchNumber`] = [stockRefusals.orphanStays(entryAt(outputs, index).batchNumber, labels)];
  }
  throw conflict(Object.values(errors).flat().join('\n'), errors, recallLinks(reached));
}

/** Throws 409 for each output whose number another batch has, or a lot that is no batch, such as one of an opening stock. */
async function refuseUsedNumbers(
  trx: Trx,
  outputs: readonly KeyedOutput[],
  batches: readonly BatchRow[],
  runId: number,
): Promise<void> {
  const errors: FieldErrors = {};
  const sentences: string[] = [];
  // Outputs get their numbers in the same write; batches of the run that are no output any more are deleted before.
  const isNumberFree = (batch: BatchRow) => isOutput(batch, outputs) || (batch.runId !== null && batch.runId === runId);
  for (const [index, { finishedGoodId, key, batchNumber }] of outputs.entries()) {
    const sameNumber = batches.filter((batch) => batch.key === key && batch.goodId !== finishedGoodId);
    if (sameNumber.every(isNumberFree)) continue;
    errors[`outputs.${index}.batchNumber`] = [goodTexts.batchUsedInline];
    sentences.push(goodTexts.batchUsed(batchNumber));
  }
  const codes = outputs.map(({ finishedGoodId, itemId, key, batchNumber }) => {
    const holder = batches.find((batch) => isNumberFree(batch) && batch.key === key);
    const batch = holder ?? batches.find(({ goodId }) => goodId === finishedGoodId);
    return { itemId, code: batchNumber, exceptLotId: batch?.lotId ?? null };
  });
  for (const index of await findUsedCodes(trx, codes)) {
    const field = `outputs.${index}.batchNumber`;
    if (errors[field]) continue;
    const sentence = lotTexts.codeUsed(entryAt(codes, index).code);
    errors[field] = [sentence];
    sentences.push(sentence);
  }
  if (sentences.length > 0) throw conflict(sentences.join('\n'), errors);
}

/** Batches among the outputs whose number another output gets: they exchange numbers, or move on by one. */
function findRenumbered(outputs: readonly KeyedOutput[], batches: readonly BatchRow[]): number[] {
  const renumbered = batches.filter((batch) => {
    const next = outputs.find(({ key }) => key === batch.key);
    return isOutput(batch, outputs) && next !== undefined && next.finishedGoodId !== batch.goodId;
  });
  return renumbered.map(({ goodId }) => goodId);
}

/**
 * Checks the batches of outputs: new numbers are free, and adopted batches are of their product, of no other run, and not
 * held by a recall of a deleted run. `items` are those of the outputs, locked; `runId` is 0 for a new run. Returns the
 * batches whose number another output gets, while they get another one. Throws 400 or 409 naming each faulty line.
 */
export async function checkBatches(
  trx: Trx,
  outputs: readonly RunOutput[],
  items: readonly RunItem[],
  runId: number,
): Promise<number[]> {
  if (outputs.length === 0) return [];
  const keyed = outputs.map((output, index) => {
    return { ...output, itemId: entryAt(items, index).itemId, key: batchKey(output.batchNumber) };
  });
  const batches = await findBatches(trx, keyed);
  checkOutputs(keyed, batches, runId);
  await refuseOrphans(trx, batches, outputs);
  await refuseUsedNumbers(trx, keyed, batches, runId);
  return findRenumbered(keyed, batches);
}
