/** The outputs of a run: batches of finished goods. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { goodTexts } from '#contract/make/goods.ts';
import type { Trx } from '../../core/db/tables.ts';
import { isUniqueViolation } from '../../core/db/faults.ts';
import { conflict } from '../../core/http/errors.ts';
import { lockRecord, markChanged } from '../../core/records/crudQueries.ts';
import { refusal, refusalsAsConflict, takenEarlierAt, type Refusal } from '../../stock/documents/refusals.ts';
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
import { batchKey, storedCode } from '../../core/db/batchOrder.ts';
import type { Actor } from '../../core/records/journal.ts';
import type { RunOutput } from './runContent.ts';
import type { RunItem } from './runItems.ts';
import type { Run } from './runQueries.ts';

type Output = Run['outputs'][number];

interface RunOfBatches {
  runId: number;
  productionDate: string;
  /** Batches whose number another output gets. */
  renumberedIds: readonly number[];
}

interface RevisedRun extends RunOfBatches {
  outputs: readonly Output[];
  /** The production date before the change. */
  previousDate: string;
}

/** Refusals of the outputs of a run. */
export const outputRefusals = (outputs: readonly { batchNumber: string }[]): Refusal[] => [
  takenEarlierAt('productionDate'),
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
function toHistory(output: RunOutput, { itemName, unit }: RunItem) {
  const { productId, batchNumber, quantity, manufactureDate, expiryDate } = output;
  const batch = { productId, batchNumber, quantity, manufactureDate, expiryDate };
  return { ...batch, productName: itemName, unit, status: 'available' };
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
  item: RunItem;
}

/** Creates a batch for each output. */
async function createBatches(
  trx: Trx,
  run: RunOfBatches,
  newOutputs: readonly NewOutput[],
  actor: Actor,
): Promise<AuditEntry[]> {
  if (newOutputs.length === 0) return [];
  const batches = newOutputs.map(({ output, item }) => {
    return { itemId: item.itemId, of: batchOf(output, run.runId), day: run.productionDate };
  });
  const ids = await makeBatches(trx, batches, actor);
  return newOutputs.map(({ output, item }, index) => {
    const recordId = entryAt(ids, index).goodId;
    return { action: 'create', resource: 'goods', recordId, before: null, after: toHistory(output, item) };
  });
}

/** Creates the outputs of a new run, whose items are locked, or adopts existing batches. */
export async function createOutputs(
  trx: Trx,
  run: RunOfBatches,
  outputs: readonly RunOutput[],
  items: readonly RunItem[],
  actor: Actor,
): Promise<AuditEntry[]> {
  const newRun = { ...run, previousDate: run.productionDate, outputs: [] };
  return await reviseOutputs(trx, newRun, outputs, items, actor);
}

interface Deletion {
  actor: Actor;
  /** An edit of the run: a batch on hold stays then, since one that is created in its place would not be on hold. */
  isEdit: boolean;
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

/** Deletes outputs. Throws 409 where something has left one, it is recalled or, by an edit of its run, on hold. */
export async function deleteOutputs(trx: Trx, outputs: readonly Output[], deletion: Deletion): Promise<AuditEntry[]> {
  return await refusalsAsConflict(trx, outputRefusals(outputs), async () => {
    const changes: AuditEntry[] = [];
    for (const output of outputs) changes.push(await deleteOutput(trx, output, deletion));
    return changes;
  });
}

async function reviseOutput(
  trx: Trx,
  { runId, productionDate, previousDate }: RevisedRun,
  id: number,
  output: RunOutput,
  { item, actor }: { item: RunItem; actor: Actor },
): Promise<AuditEntry[]> {
  await lockRecord(trx, 'finished_good', id);
  const stored = await findBatch(trx, id);
  if (!stored) throw new Error(`batch ${id} of a run not found`);
  const before = await storedBatches(trx).where('g.id', '=', id).executeTakeFirstOrThrow();
  const batch = batchOf(output, runId, before.status);
  // An unchanged number keeps its key, which may differ from today's key of it (migration 14).
  const isSameNumber = batch.batch.code === before.batchNumber;
  const number = isSameNumber ? { ...batch.batch, code_key: stored.batchKey } : batch.batch;
  const isAdopted = stored.runId !== runId;
  const day = productionDate === previousDate && !isAdopted ? undefined : productionDate;
  const revised = { ...batch, batch: number };
  const { returns } = await reviseBatch(trx, stored, item.itemId, revised, { day, at: actor.at, actor });
  const after = { ...before, ...toHistory(output, item), status: before.status, runId };
  return [{ action: 'update', resource: 'goods', recordId: id, before, after }, ...returnChanges(returns)];
}

function isUnchanged(
  output: RunOutput,
  before: Output | undefined,
  { productionDate, previousDate }: RevisedRun,
): boolean {
  return (
    before !== undefined &&
    (output.manufactureDate !== null || productionDate === previousDate) &&
    before.productId === output.productId &&
    before.batchNumber === output.batchNumber &&
    before.quantity === output.quantity &&
    before.manufactureDate === output.manufactureDate &&
    before.expiryDate === output.expiryDate
  );
}

/**
 * Changes the outputs of a run to those of its body: stored batches are changed, new ones created, and those that are left
 * out deleted. Throws 409 where something has left one that would shrink or be deleted, or one on hold would be deleted.
 */
export async function reviseOutputs(
  trx: Trx,
  run: RevisedRun,
  outputs: readonly RunOutput[],
  items: readonly RunItem[],
  actor: Actor,
): Promise<AuditEntry[]> {
  const storedOutputs = new Map(run.outputs.map((output) => [output.finishedGoodId, output]));
  const remainingIds = new Set(outputs.map(({ finishedGoodId }) => finishedGoodId));
  const removedOutputs = run.outputs.filter(({ finishedGoodId }) => !remainingIds.has(finishedGoodId));
  const changes = await deleteOutputs(trx, removedOutputs, { actor, isEdit: true });
  return await refusalsAsConflict(trx, outputRefusals(outputs), async () => {
    await freeNumbers(trx, run.renumberedIds);
    const newOutputs: NewOutput[] = [];
    for (const [index, output] of outputs.entries()) {
      const id = output.finishedGoodId;
      const item = entryAt(items, index);
      if (id === undefined) newOutputs.push({ output, item });
      else if (!isUnchanged(output, storedOutputs.get(id), run)) {
        changes.push(...(await reviseOutput(trx, run, id, output, { item, actor })));
      }
    }
    return [...changes, ...(await createBatches(trx, run, newOutputs, actor))];
  });
}

/**
 * Saves how outputs share the cost of their run, where they say so. Their history is that of the run, which has all of its
 * outputs: a share changes nothing about the batch.
 */
export async function saveShares(trx: Trx, runId: number, outputs: readonly RunOutput[]): Promise<void> {
  for (const { productId, batchNumber, costShare, byProductPrice } of outputs) {
    const share = costShare === undefined ? {} : { cost_share: costShare };
    const price = byProductPrice === undefined ? {} : { by_product_price: byProductPrice };
    if (costShare === undefined && byProductPrice === undefined) continue;
    await trx
      .updateTable('finished_good')
      .set({ ...share, ...price })
      .where('run_id', '=', runId)
      .where('product_id', '=', productId)
      .where('batch_key', '=', batchKey(batchNumber))
      .where('deleted_at', 'is', null)
      .execute();
  }
}
