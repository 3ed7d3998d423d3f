/** The outputs of a run: batches of finished goods. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { goodTexts } from '#contract/make/goods.ts';
import type { Trx } from '../../core/db/tables.ts';
import { isUniqueViolation } from '../../core/db/faults.ts';
import { conflict } from '../../core/http/errors.ts';
import { lockRecord, markChanged } from '../../core/records/crudQueries.ts';
import { refusal, refusalsAsConflict, type Refusal } from '../../stock/documents/refusals.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { returnChanges } from '../../stock/documents/returnChanges.ts';
import {
  BatchHeldError,
  BatchNumberFixedError,
  deleteBatch,
  findBatch,
  freeNumbers,
  makeBatches,
  reviseBatch,
  type Batch,
} from '../../stock/ledger/batches.ts';
import { storedCode } from '../../core/db/batchOrder.ts';
import type { Actor } from '../../core/records/journal.ts';
import type { OutputItem, RunOutput } from './runChecks.ts';
import type { Run } from './runQueries.ts';

type Output = Run['outputs'][number];

interface RunOfBatches {
  runId: number;
  productionDate: string;
  /** Batches whose number another output takes. */
  renumberedIds: readonly number[];
}

interface RevisedRun extends RunOfBatches {
  outputs: readonly Output[];
  /** The date that the run had. */
  wasOn: string;
}

/** Refusals of the batches of a run. */
export const batchRefusals = (outputs: readonly { batchNumber: string }[]): Refusal[] => [
  refusal(BatchNumberFixedError, () => conflict(goodTexts.numberFixed)),
  refusal(BatchHeldError, ({ state }) => conflict(goodTexts.productFixed(state))),
  (error) =>
    isUniqueViolation(error)
      ? conflict(outputs.map(({ batchNumber }) => goodTexts.batchUsed(batchNumber)).join('\n'))
      : undefined,
];

function batchOf(output: RunOutput, runId: number, status: Batch['status'] = 'available'): Batch {
  const { productId, batchNumber, quantity, manufactureDate, expiryDate } = output;
  return { productId, batch: storedCode(batchNumber), quantity, status, manufactureDate, expiryDate, runId };
}

/** A batch in the history of finished goods. */
function toHistory(output: RunOutput, { productName, unit }: OutputItem) {
  const { productId, batchNumber, quantity, manufactureDate, expiryDate } = output;
  const batch = { productId, batchNumber, quantity, manufactureDate, expiryDate };
  return { ...batch, productName, unit, status: 'available' };
}

/** Existing batches, as in the history of finished goods. */
function storedBatches(trx: Trx) {
  return trx
    .selectFrom('finished_good as g')
    .innerJoin('product as p', 'p.id', 'g.product_id')
    .select([
      'g.product_id as productId',
      'p.name as productName',
      'p.unit as unit',
      'g.batch_number as batchNumber',
      'g.quantity as quantity',
      'g.status as status',
      'g.manufacture_date as manufactureDate',
      'g.expiry_date as expiryDate',
      'g.run_id as runId',
    ])
    .where('g.deleted_at', 'is', null);
}

/** Links locked batches to a run, or with null unlinks them; their movements stay. */
export async function linkBatches(
  trx: Trx,
  goodIds: readonly number[],
  runId: number | null,
  at: string,
): Promise<AuditEntry[]> {
  const changes: AuditEntry[] = [];
  for (const recordId of goodIds) {
    const before = await storedBatches(trx).where('g.id', '=', recordId).executeTakeFirstOrThrow();
    await trx.updateTable('finished_good').set({ run_id: runId }).where('id', '=', recordId).execute();
    await markChanged(trx, 'finished_good', recordId, at);
    changes.push({ action: 'update', resource: 'goods', recordId, before, after: { ...before, runId } });
  }
  return changes;
}

interface NewOutput {
  output: RunOutput;
  item: OutputItem;
}

/** Makes a batch of each output. */
async function createBatches(
  trx: Trx,
  run: RunOfBatches,
  made: readonly NewOutput[],
  actor: Actor,
): Promise<AuditEntry[]> {
  if (made.length === 0) return [];
  const batches = made.map(({ output, item }) => {
    return { itemId: item.itemId, of: batchOf(output, run.runId), day: run.productionDate };
  });
  const ids = await makeBatches(trx, batches, actor);
  return made.map(({ output, item }, index) => {
    const recordId = ids[index]?.goodId ?? 0;
    return { action: 'create', resource: 'goods', recordId, before: null, after: toHistory(output, item) };
  });
}

/** Creates the outputs of a new run, whose items are locked, or adopts existing batches. */
export async function createOutputs(
  trx: Trx,
  run: RunOfBatches,
  outputs: readonly RunOutput[],
  items: readonly OutputItem[],
  actor: Actor,
): Promise<AuditEntry[]> {
  return await reviseOutputs(trx, { ...run, wasOn: run.productionDate, outputs: [] }, outputs, items, actor);
}

async function deleteOutput(trx: Trx, output: Output, { actor, isEdit }: Deletion): Promise<AuditEntry> {
  const { finishedGoodId: id } = output;
  await lockRecord(trx, 'finished_good', id);
  const batch = await findBatch(trx, id);
  if (!batch) throw new Error(`batch ${id} of a run not found`);
  if (isEdit && batch.state === 'onHold') throw conflict(stockRefusals.heldStaysInRun(output.batchNumber));
  await deleteBatch(trx, batch, actor);
  return { action: 'delete', resource: 'goods', recordId: id, before: output, after: null };
}

interface Deletion {
  actor: Actor;
  /** The run stays: then a batch on hold does too, as it could be made anew and would be released. */
  isEdit: boolean;
}

/** Deletes outputs. Throws 409 where something has left one, it is recalled or, by an edit of its run, on hold. */
export async function deleteOutputs(trx: Trx, outputs: readonly Output[], deletion: Deletion): Promise<AuditEntry[]> {
  return await refusalsAsConflict(trx, batchRefusals(outputs), async () => {
    const changes: AuditEntry[] = [];
    for (const output of outputs) changes.push(await deleteOutput(trx, output, deletion));
    return changes;
  });
}

async function reviseOutput(
  trx: Trx,
  { runId, productionDate, wasOn }: RevisedRun,
  id: number,
  output: RunOutput,
  { item, actor }: { item: OutputItem; actor: Actor },
): Promise<AuditEntry[]> {
  await lockRecord(trx, 'finished_good', id);
  const stored = await findBatch(trx, id);
  if (!stored) throw new Error(`batch ${id} of a run not found`);
  const before = await storedBatches(trx).where('g.id', '=', id).executeTakeFirstOrThrow();
  const batch = batchOf(output, runId, before.status);
  const isSame = batch.batch.code === before.batchNumber;
  const number = isSame ? { ...batch.batch, code_key: stored.batchKey } : batch.batch;
  const isAdopted = stored.runId !== runId;
  const day = productionDate === wasOn && !isAdopted ? undefined : productionDate;
  const revised = { ...batch, batch: number };
  const { returns } = await reviseBatch(trx, stored, item.itemId, revised, { day, at: actor.at, actor });
  const after = { ...before, ...toHistory(output, item), status: before.status, runId };
  return [{ action: 'update', resource: 'goods', recordId: id, before, after }, ...returnChanges(returns)];
}

function isUnchanged(output: RunOutput, before: Output | undefined, { productionDate, wasOn }: RevisedRun): boolean {
  return (
    before !== undefined &&
    (output.manufactureDate !== null || productionDate === wasOn) &&
    before.productId === output.productId &&
    before.batchNumber === output.batchNumber &&
    before.quantity === output.quantity &&
    before.manufactureDate === output.manufactureDate &&
    before.expiryDate === output.expiryDate
  );
}

/**
 * Makes the outputs of a run those of its body: known batches are changed, others made, and those that are missing
 * deleted. Throws 409 where something has left one that would shrink or go, or one on hold would go.
 */
export async function reviseOutputs(
  trx: Trx,
  run: RevisedRun,
  outputs: readonly RunOutput[],
  items: readonly OutputItem[],
  actor: Actor,
): Promise<AuditEntry[]> {
  const storedOutputs = new Map(run.outputs.map((output) => [output.finishedGoodId, output]));
  const keptIds = new Set(outputs.map(({ finishedGoodId }) => finishedGoodId));
  const removed = run.outputs.filter(({ finishedGoodId }) => !keptIds.has(finishedGoodId));
  const changes = await deleteOutputs(trx, removed, { actor, isEdit: true });
  return await refusalsAsConflict(trx, batchRefusals(outputs), async () => {
    await freeNumbers(trx, run.renumberedIds);
    const created: NewOutput[] = [];
    for (const [index, output] of outputs.entries()) {
      const id = output.finishedGoodId;
      const item = items[index];
      if (!item) throw new Error('an output has no item');
      if (id === undefined) created.push({ output, item });
      else if (!isUnchanged(output, storedOutputs.get(id), run)) {
        changes.push(...(await reviseOutput(trx, run, id, output, { item, actor })));
      }
    }
    return [...changes, ...(await createBatches(trx, run, created, actor))];
  });
}
