/**
 * Recording, changing and deleting production runs, each in the caller's transaction: the one write path of production. The
 * calls of runs are at the end of this file, those of the specification on productions in actions.ts.
 */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { z } from 'zod';
import { runTexts, type runBody, type runUpdateBody } from '#contract/make/runs.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid, notFound } from '../../core/http/errors.ts';
import { lockRecord, markDeleted } from '../../core/records/crudQueries.ts';
import { checkLineIds, matchLines } from '../../core/records/lines.ts';
import { mayDo } from '../../core/records/mayDo.ts';
import { recallChanges } from '../../stock/documents/recallChanges.ts';
import { linesOfLot, lotsRefused, refusalsAsConflict, type Refusal } from '../../stock/documents/refusals.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import type { Actor } from '../../core/records/journal.ts';
import type { Write } from '../../core/records/write.ts';
import { lockBatches } from '../../stock/ledger/batches.ts';
import { consume, reviseConsumptions, type Consumption } from '../../stock/ledger/consumption.ts';
import { lockItems } from '../../stock/ledger/items.ts';
import { recallOutputs, releaseOutputs, type StateChange } from '../../stock/ledger/recalled.ts';
import {
  checkBatches,
  findRecipeVersion,
  lockRunItems,
  matchOutputs,
  type RunContent,
  type RunInput,
  type RunItems,
} from './runChecks.ts';
import { claimOutputs } from './runClaims.ts';
import { refuseCycle } from './runCycle.ts';
import { deleteOutputs, createOutputs, reviseOutputs } from './runOutputs.ts';
import {
  findRun,
  findStoredRun,
  withLots,
  type Run,
  type RunWithLots,
  type StoredInput,
  type StoredRun,
} from './runQueries.ts';
import { shortage } from './shortages.ts';
import { checkLinkedBatches } from './linkedBatches.ts';

async function mustFind(trx: Trx, id: number): Promise<RunWithLots> {
  const found = await findRun(trx, id);
  if (!found) throw notFound(runTexts.notFound);
  return found;
}

/** Refusals of the inputs' allocations, at every line concerned. */
function inputRefusals({ inputs }: RunContent, items: RunItems): Refusal[] {
  const lines = items.inputs.map((itemId, index) => {
    return { itemId, itemName: items.names.get(itemId)?.name ?? '', field: `inputs.${index}.quantity` };
  });
  const fieldsOf = (lotId: number) =>
    inputs.flatMap(({ lots = [] }, index) => linesOfLot(lots, `inputs.${index}.lots`)(lotId));
  return [shortage(lines), lotsRefused(runTexts, fieldsOf)];
}

function columnsOf({ rawMaterialId, productId, quantity, productionDate, status }: RunInput) {
  const item = { raw_material_id: rawMaterialId, product_id: productId };
  return { ...item, quantity, production_date: productionDate, status };
}

function consumptionOf(
  { quantity, productionDate, lots }: RunInput,
  of: Pick<Consumption, 'runId' | 'productionId' | 'itemId'>,
): Consumption {
  return { ...of, quantity, productionDate, lots };
}

async function insertInputs(trx: Trx, runId: number, inputs: readonly RunInput[], at: string): Promise<number[]> {
  const rows = inputs.map((input) => ({ run_id: runId, ...columnsOf(input), created_at: at, updated_at: at }));
  return await insertNumbered(trx, 'production', rows);
}

async function insertLosses(trx: Trx, runId: number, losses: RunContent['losses']): Promise<void> {
  const rows = losses.map(({ reason, grams, rawMaterialId, productId, quantity }, position) => {
    const pieces = { raw_material_id: rawMaterialId, product_id: productId, quantity };
    return { run_id: runId, position, reason, milligrams: grams, ...pieces };
  });
  await insertRows(trx, 'run_loss', rows);
}

interface InsertedRun {
  runId: number;
  /** The ids of its inputs, in order. */
  productionIds: number[];
  items: RunItems;
  /** Further events for the history. */
  changes: AuditEntry[];
}

/**
 * Inserts a run: its inputs take from their lots, its outputs become batches. Throws 400, or 409 where an input exceeds
 * its balance, a lot is held or has too little, a batch number is used, or a linked batch is changed
 * without permission.
 */
export async function insertRun(write: Write, content: RunContent): Promise<InsertedRun> {
  const { trx, actor } = write;
  const { productionDate, status, note, inputs, outputs } = content;
  const items = await lockRunItems(trx, content);
  const renumberedIds = await checkBatches(trx, outputs, items.outputs, 0);
  await checkLinkedBatches(write, { runId: 0, outputs: [] }, outputs);
  const run = {
    production_date: productionDate,
    status,
    note,
    recipe_version_id: await findRecipeVersion(trx, content),
    created_at: actor.at,
    updated_at: actor.at,
  };
  const [runId = 0] = await insertNumbered(trx, 'production_run', [run]);
  const productionIds = await insertInputs(trx, runId, inputs, actor.at);
  await insertLosses(trx, runId, content.losses);
  const consumptions = inputs.map((input, index) =>
    consumptionOf(input, { runId, productionId: productionIds[index] ?? 0, itemId: items.inputs[index] ?? 0 }),
  );
  await refusalsAsConflict(trx, inputRefusals(content, items), () => consume(trx, consumptions, actor));
  const made = await createOutputs(trx, { runId, productionDate, renumberedIds }, outputs, items.outputs, actor);
  // Only a batch that was there before can have been used.
  if (outputs.some(({ finishedGoodId }) => finishedGoodId !== undefined)) await refuseCycle(trx, runId);
  const claimed = await claimOutputs(trx, runId, outputs, actor.at);
  return { runId, productionIds, items, changes: [...made, ...claimed] };
}

/** Updates inputs and their allocations. Inputs that are as stored, the same objects, are left alone. */
async function reviseInputs(
  { trx, actor }: Write,
  before: StoredRun,
  { inputs }: RunContent,
  { items, at }: { items: RunItems; at: string },
): Promise<void> {
  const { runId } = before;
  const stored = new Map(before.inputs.map((input) => [input.productionId, input]));
  const keptIds = new Set(inputs.map(({ productionId }) => productionId));
  const removedIds = [...stored.keys()].filter((productionId) => !keptIds.has(productionId));
  for (const productionId of removedIds) await markDeleted(trx, 'production', productionId, at);
  const newInputs = inputs.filter(({ productionId }) => productionId === undefined);
  const newIds = (await insertInputs(trx, runId, newInputs, actor.at)).values();
  const lines: Consumption[] = [];
  for (const [index, input] of inputs.entries()) {
    const productionId = input.productionId ?? newIds.next().value ?? 0;
    const old = stored.get(productionId);
    if (input === old) continue;
    lines.push(consumptionOf(input, { runId, productionId, itemId: items.inputs[index] ?? 0 }));
    if (!old) continue;
    const changed = { ...columnsOf(input), updated_at: changedAt(at, old.updatedAt) };
    await trx.updateTable('production').set(changed).where('id', '=', productionId).execute();
  }
  await reviseConsumptions(trx, runId, { lines, removedIds }, actor);
}

/**
 * Throws 409 if a user who only records production would lift the recall of batches, which is reserved for the office.
 */
async function refuseRelease({ trx, actor }: Write, changes: readonly StateChange[]): Promise<void> {
  const freed = changes.filter(({ after }) => after.state !== 'recalled').map(({ code }) => code);
  if (freed.length === 0 || (await mayDo(trx, actor.userId, 'update', 'runs'))) return;
  throw conflict(stockRefusals.officeFrees(freed));
}

/**
 * Makes a locked run what `content` says. Its inputs keep the lots that they have where none are named; inputs and losses
 * that are as stored, the same objects, are left alone. Returns further events for the history. Throws 400 or 409 as on
 * creation, or 409 where something has left an output that would shrink, or one on hold or recalled would go.
 */
export async function reviseRun(write: Write, before: StoredRun, content: RunContent): Promise<AuditEntry[]> {
  const { trx, actor } = write;
  const { runId } = before;
  const { productionDate, status, note, outputs } = content;
  const at = changedAt(actor.at, before.updatedAt);
  const items = await lockRunItems(trx, content, before);
  const renumberedIds = await checkBatches(trx, outputs, items.outputs, runId);
  await checkLinkedBatches(write, before, outputs);
  // A version that the run has used stays, as long as the recipe does.
  const isSame = content.recipeId === before.recipeId;
  const version = isSame ? {} : { recipe_version_id: await findRecipeVersion(trx, content) };
  await trx
    .updateTable('production_run')
    .set({ production_date: productionDate, status, note, ...version, updated_at: at })
    .where('id', '=', runId)
    .execute();
  await refusalsAsConflict(trx, inputRefusals(content, items), () =>
    reviseInputs(write, before, content, { items, at }),
  );
  if (content.losses !== before.losses) {
    await trx.deleteFrom('run_loss').where('run_id', '=', runId).execute();
    await insertLosses(trx, runId, content.losses);
  }
  const revised = { ...before, wasOn: before.productionDate, productionDate, renumberedIds };
  const made = await reviseOutputs(trx, revised, outputs, items.outputs, actor);
  if (outputs.length === 0) return made;
  await refuseCycle(trx, runId);
  const claimed = await claimOutputs(trx, runId, outputs, actor.at);
  // A run in progress may have taken from a lot that is now recalled.
  const recalled = await recallOutputs(trx, runId, actor.at);
  const released = await releaseOutputs(trx, runId, actor.at);
  await refuseRelease(write, released);
  return [...made, ...claimed, ...recallChanges(recalled), ...recallChanges(released)];
}

/** Deletes a locked run and frees its inputs; `detachOutputs` deletes or keeps its locked batches, and returns its events. */
export async function removeRun<T>(
  trx: Trx,
  { runId, inputs, outputs }: StoredRun,
  actor: Actor,
  detachOutputs: (outputs: Run['outputs']) => Promise<T>,
): Promise<T> {
  await lockBatches(
    trx,
    outputs.map(({ finishedGoodId }) => finishedGoodId),
  );
  await lockItems(
    trx,
    [...inputs, ...outputs].map(({ itemId }) => itemId),
  );
  // The run before its batches, the order in which recording updates row_count: the other order could deadlock.
  await markDeleted(trx, 'production_run', runId, actor.at);
  const inputIds = inputs.map(({ productionId }) => productionId);
  for (const productionId of inputIds) await markDeleted(trx, 'production', productionId, actor.at);
  await reviseConsumptions(trx, runId, { lines: [], removedIds: inputIds }, actor);
  return await detachOutputs(outputs);
}

/** Records a run. Throws as `insertRun`. */
export async function createRun(write: Write, body: z.output<typeof runBody>): Promise<RunWithLots> {
  const { productionDate, status } = body;
  const inputs = body.inputs.map((input) => ({ ...input, productionDate, status }));
  const { runId, changes } = await insertRun(write, { ...body, inputs });
  const after = await mustFind(write.trx, runId);
  await write.audit({ action: 'create', resource: 'runs', recordId: runId, before: null, after }, ...changes);
  return after;
}

type UpdateBody = z.output<typeof runUpdateBody>;

/** The input that each line is about, or undefined for a new one: by its id, else the first of the same item. */
function matchInputs(before: readonly StoredInput[], lines: UpdateBody['inputs']): (StoredInput | undefined)[] {
  checkLineIds(
    before.map(({ productionId }) => productionId),
    lines.map(({ productionId }) => productionId),
    (index) => `inputs.${index}.productionId`,
    'This is not an input of this run.',
  );
  return matchLines(before, lines, [
    (own, line) => own.productionId === line.productionId,
    (own, line) => own.rawMaterialId === line.rawMaterialId && own.productId === line.productId,
  ]);
}

/**
 * The inputs of a changed run. If the date of the run stays, so does that of each input: productions that were recorded
 * together may have several.
 */
function inputsOf(before: StoredRun, { inputs, productionDate, status }: UpdateBody): RunInput[] {
  const matched = matchInputs(before.inputs, inputs);
  const isSameDay = productionDate === before.productionDate;
  return inputs.map((input, index) => {
    const own = matched[index];
    const day = (isSameDay ? own?.productionDate : undefined) ?? productionDate;
    return { ...input, productionId: own?.productionId, productionDate: day, status };
  });
}

async function lockRun(trx: Trx, id: number): Promise<StoredRun> {
  await lockRecord(trx, 'production_run', id);
  const stored = await findStoredRun(trx, id);
  if (!stored) throw notFound(runTexts.notFound);
  return stored;
}

async function lockForChange(write: Write, id: number, body: UpdateBody): Promise<StoredRun> {
  checkBodyId(id, body.runId, 'runId');
  const stored = await lockRun(write.trx, id);
  await checkUnchanged(write, { resource: 'runs', recordId: id, updatedAt: stored.updatedAt }, body.updatedAt);
  return stored;
}

/** Changes a locked run by a call of runs. */
async function revise(write: Write, stored: StoredRun, body: UpdateBody): Promise<RunWithLots> {
  const { trx, audit } = write;
  const before = await withLots(trx, stored);
  const content = {
    ...body,
    inputs: inputsOf(stored, body),
    outputs: matchOutputs(body.outputs, stored.outputs),
  };
  const changes = await reviseRun(write, stored, content);
  const after = await mustFind(trx, stored.runId);
  const withReason = { ...after, reason: body.reason };
  await audit({ action: 'update', resource: 'runs', recordId: stored.runId, before, after: withReason }, ...changes);
  return after;
}

/**
 * Changes a run, a completed one with a reason. Throws 404, 409 after a concurrent change, or as `reviseRun`.
 */
export async function updateRun(write: Write, id: number, body: UpdateBody): Promise<RunWithLots> {
  const stored = await lockForChange(write, id, body);
  if (stored.status === 'completed' && body.reason === '') throw invalid({ reason: [runTexts.reasonRequired] });
  return await revise(write, stored, body);
}

/**
 * Updates a run in progress, for roles that only record production; 409 as for others, once it is completed, or where a
 * recalled output would be freed.
 */
export async function continueRun(write: Write, id: number, body: UpdateBody): Promise<RunWithLots> {
  const stored = await lockForChange(write, id, body);
  if (stored.status === 'completed') throw conflict(runTexts.completed);
  return await revise(write, stored, body);
}

/** Deletes a run with its outputs, and frees its inputs. Throws 404, or 409 if something has left an output. */
export async function deleteRun({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  const stored = await lockRun(trx, id);
  const before = await withLots(trx, stored);
  const deleting = { ...actor, at: changedAt(actor.at, stored.updatedAt) };
  const changes = await removeRun(trx, stored, deleting, (outputs) =>
    deleteOutputs(trx, outputs, { actor: deleting, isEdit: false }),
  );
  await audit({ action: 'delete', resource: 'runs', recordId: id, before, after: null }, ...changes);
  return { message: runTexts.deleted };
}
