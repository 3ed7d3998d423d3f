/** Recording, changing and deleting production runs, each in the caller's transaction. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { z } from 'zod';
import { runTexts, type runUpdateBody } from '#contract/make/runs.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid, notFound } from '../../core/http/errors.ts';
import { lockRecord, markDeleted } from '../../core/records/crudQueries.ts';
import { checkLineIds, matchLines } from '../../core/records/lines.ts';
import { mayDo } from '../../core/records/mayDo.ts';
import { recallChanges } from '../../stock/documents/recallChanges.ts';
import { linesOfLot, lotsRefused, refusalsAsConflict, type Refusal } from '../../stock/documents/refusals.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import type { Write } from '../../core/records/write.ts';
import { lockBatches } from '../../stock/ledger/batches.ts';
import { consume, releaseConsumption, reviseConsumptions, type Consumption } from '../../stock/ledger/consumption.ts';
import { findItemIds, lockItems } from '../../stock/ledger/items.ts';
import { recallOutputs, releaseOutputs, type StateChange } from '../../stock/ledger/recalled.ts';
import {
  checkBatches,
  findRecipeVersion,
  lockRunItems,
  matchOutputs,
  type RunBody,
  type RunItems,
} from './runChecks.ts';
import { claimOutputs } from './runClaims.ts';
import { refuseCycle } from './runCycle.ts';
import { deleteOutputs, makeOutputs, reviseOutputs } from './runOutputs.ts';
import { findRun, type RunWithLots } from './runQueries.ts';
import { shortage } from './shortages.ts';
import { checkLinkedBatches } from './linkedBatches.ts';

async function mustFind(trx: Trx, id: number): Promise<RunWithLots> {
  const found = await findRun(trx, id);
  if (!found) throw notFound(runTexts.notFound);
  return found;
}

/** Refusals of the inputs' allocations, at every line concerned. */
function inputRefusals({ inputs }: RunBody, items: RunItems): Refusal[] {
  const lines = items.inputs.map((itemId, index) => {
    return { itemId, itemName: items.names.get(itemId) ?? '', field: `inputs.${index}.quantity` };
  });
  const fieldsOf = (lotId: number) =>
    inputs.flatMap(({ lots = [] }, index) => linesOfLot(lots, `inputs.${index}.lots`)(lotId));
  return [shortage(lines), lotsRefused(runTexts, fieldsOf)];
}

async function insertInputs(
  trx: Trx,
  runId: number,
  body: RunBody,
  inputs: RunBody['inputs'],
  at: string,
): Promise<number[]> {
  const { productionDate, status } = body;
  return await insertNumbered(
    trx,
    'production',
    inputs.map(({ rawMaterialId, productId, quantity }) => ({
      run_id: runId,
      raw_material_id: rawMaterialId,
      product_id: productId,
      quantity,
      production_date: productionDate,
      status,
      created_at: at,
      updated_at: at,
    })),
  );
}

async function insertLosses(trx: Trx, runId: number, losses: RunBody['losses']): Promise<void> {
  const rows = losses.map(({ reason, grams, rawMaterialId, productId, quantity }, position) => {
    const pieces = { raw_material_id: rawMaterialId, product_id: productId, quantity };
    return { run_id: runId, position, reason, milligrams: grams, ...pieces };
  });
  await insertRows(trx, 'run_loss', rows);
}

/**
 * Records a run: its inputs take from their lots, its outputs become batches. Throws 400, or 409 where an input exceeds
 * its balance, a lot is held or has too little, a batch number is used, or a linked batch is changed
 * without permission.
 */
export async function createRun(write: Write, body: RunBody): Promise<RunWithLots> {
  const { trx, actor, audit } = write;
  const items = await lockRunItems(trx, body);
  const giving = await checkBatches(trx, body.outputs, items.outputs, 0);
  await checkLinkedBatches(write, { runId: 0, outputs: [] }, body.outputs);
  const { productionDate, status, note, inputs } = body;
  const run = {
    production_date: productionDate,
    status,
    note,
    recipe_version_id: await findRecipeVersion(trx, body),
    created_at: actor.at,
    updated_at: actor.at,
  };
  const [runId = 0] = await insertNumbered(trx, 'production_run', [run]);
  const ids = await insertInputs(trx, runId, body, inputs, actor.at);
  await insertLosses(trx, runId, body.losses);
  const taken = inputs.map(({ quantity, lots }, index): Consumption => ({
    runId,
    productionId: ids[index] ?? 0,
    itemId: items.inputs[index] ?? 0,
    quantity,
    productionDate,
    lots,
  }));
  await refusalsAsConflict(trx, inputRefusals(body, items), () => consume(trx, taken, actor));
  const made = await makeOutputs(trx, { runId, productionDate, giving }, body.outputs, items.outputs, actor);
  // Only a batch that was there before can have been used.
  if (body.outputs.some(({ finishedGoodId }) => finishedGoodId !== undefined)) await refuseCycle(trx, runId);
  const claimed = await claimOutputs(trx, runId, body.outputs, actor.at);
  const after = await mustFind(trx, runId);
  await audit({ action: 'create', resource: 'runs', recordId: runId, before: null, after }, ...made, ...claimed);
  return after;
}

type Before = RunWithLots['inputs'][number];

/** The input that each line is about, or undefined for a new one: by its id, else the first of the same item. */
function matchInputs(before: readonly Before[], lines: RunBody['inputs']): (Before | undefined)[] {
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

/** The day of each input of a run, by its id. */
export async function findInputDates(trx: Trx, runId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await trx
    .selectFrom('production')
    .select(['id', 'production_date as productionDate'])
    .where('run_id', '=', runId)
    .execute();
  return new Map(rows.map(({ id, productionDate }) => [id, productionDate]));
}

/**
 * Updates inputs and their allocations: removed inputs free theirs first. If the date of the run stays, so does that of
 * each input: productions that were recorded together may have several.
 */
async function reviseInputs(
  { trx, actor }: Write,
  before: RunWithLots,
  body: RunBody,
  { items, at }: { items: RunItems; at: string },
): Promise<void> {
  const { runId } = before;
  const { productionDate, status } = body;
  const matched = matchInputs(before.inputs, body.inputs);
  const gone = before.inputs.filter((input) => !matched.includes(input));
  for (const { productionId } of gone) {
    await releaseConsumption(trx, { runId, productionId }, actor);
    await markDeleted(trx, 'production', productionId, at);
  }
  const fresh = body.inputs.filter((_, index) => matched[index] === undefined);
  const newIds = (await insertInputs(trx, runId, body, fresh, actor.at)).values();
  const dates = productionDate === before.productionDate ? await findInputDates(trx, runId) : undefined;
  const consumptions = body.inputs.map(({ quantity, lots }, index): Consumption & { isNew: boolean } => {
    const productionId = matched[index]?.productionId ?? newIds.next().value ?? 0;
    return {
      runId,
      productionId,
      itemId: items.inputs[index] ?? 0,
      quantity,
      productionDate: dates?.get(productionId) ?? productionDate,
      lots,
      isNew: matched[index] === undefined,
    };
  });
  for (const [index, consumption] of consumptions.entries()) {
    if (consumption.isNew) continue;
    const { rawMaterialId = null, productId = null } = body.inputs[index] ?? {};
    const changed = { raw_material_id: rawMaterialId, product_id: productId, quantity: consumption.quantity };
    await trx
      .updateTable('production')
      .set({ ...changed, production_date: consumption.productionDate, status, updated_at: at })
      .where('id', '=', consumption.productionId)
      .execute();
  }
  const { stay = [], added = [] } = Object.groupBy(consumptions, ({ isNew }) => (isNew ? 'added' : 'stay'));
  await reviseConsumptions(trx, { stay, fresh: added }, actor);
}

/**
 * Throws 409 if a user who only records production would lift the recall of batches, which is reserved for the office.
 */
async function refuseFreeing({ trx, actor }: Write, changes: readonly StateChange[]): Promise<void> {
  const freed = changes.filter(({ after }) => after.state !== 'recalled').map(({ code }) => code);
  if (freed.length === 0 || (await mayDo(trx, actor.userId, 'update', 'runs'))) return;
  throw conflict(stockRefusals.officeFrees(freed));
}

/** Changes a locked run. Its inputs keep the lots that they have where none are named. */
async function revise(
  write: Write,
  before: RunWithLots,
  { outputs, ...rest }: z.output<typeof runUpdateBody>,
): Promise<RunWithLots> {
  const { trx, actor, audit } = write;
  const { runId } = before;
  const body = { ...rest, outputs: matchOutputs(outputs, before.outputs) };
  const at = changedAt(actor.at, before.updatedAt);
  const items = await lockRunItems(trx, body, before);
  const giving = await checkBatches(trx, body.outputs, items.outputs, runId);
  await checkLinkedBatches(write, before, body.outputs);
  // A version that the run has used stays, as long as the recipe does.
  const version = body.recipeId === before.recipeId ? {} : { recipe_version_id: await findRecipeVersion(trx, body) };
  const { productionDate, status, note } = body;
  await trx
    .updateTable('production_run')
    .set({ production_date: productionDate, status, note, ...version, updated_at: at })
    .where('id', '=', runId)
    .execute();
  await refusalsAsConflict(trx, inputRefusals(body, items), () => reviseInputs(write, before, body, { items, at }));
  await trx.deleteFrom('run_loss').where('run_id', '=', runId).execute();
  await insertLosses(trx, runId, body.losses);
  const made = await reviseOutputs(
    trx,
    { ...before, wasOn: before.productionDate, productionDate, giving },
    body.outputs,
    items.outputs,
    actor,
  );
  await refuseCycle(trx, runId);
  const claimed = await claimOutputs(trx, runId, body.outputs, actor.at);
  // A run in progress may have taken from a lot that is now recalled.
  const recalled = recallChanges(await recallOutputs(trx, runId, actor.at));
  const released = await releaseOutputs(trx, runId, actor.at);
  await refuseFreeing(write, released);
  const after = await mustFind(trx, runId);
  const kept = { ...after, reason: body.reason };
  const updated = { action: 'update', resource: 'runs', recordId: runId, before, after: kept } as const;
  await audit(updated, ...made, ...claimed, ...recalled, ...recallChanges(released));
  return after;
}

async function lockForChange(trx: Trx, id: number, body: z.output<typeof runUpdateBody>): Promise<RunWithLots> {
  checkBodyId(id, body.runId, 'runId');
  await lockRecord(trx, 'production_run', id);
  const before = await mustFind(trx, id);
  checkUnchanged(body.updatedAt, before.updatedAt);
  return before;
}

/**
 * Changes a run, a completed one with a reason. Throws 400, 404, or 409 as on creation, after a concurrent change, or where
 * something has left an output that would shrink, or one on hold or recalled would go.
 */
export async function updateRun(write: Write, id: number, body: z.output<typeof runUpdateBody>): Promise<RunWithLots> {
  const before = await lockForChange(write.trx, id, body);
  if (before.status === 'completed' && body.reason === '') throw invalid({ reason: [runTexts.reasonRequired] });
  return await revise(write, before, body);
}

/**
 * Updates a run in progress, for roles that only record production; 409 as for others, once it is completed, or where a
 * recalled output would be freed.
 */
export async function continueRun(
  write: Write,
  id: number,
  body: z.output<typeof runUpdateBody>,
): Promise<RunWithLots> {
  const before = await lockForChange(write.trx, id, body);
  if (before.status === 'completed') throw conflict(runTexts.completed);
  return await revise(write, before, body);
}

/** Deletes a run with its outputs, and frees its inputs. Throws 404, or 409 if something has left an output. */
export async function deleteRun({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  await lockRecord(trx, 'production_run', id);
  const before = await mustFind(trx, id);
  const references = [...before.inputs, ...before.outputs.map(({ productId }) => ({ rawMaterialId: null, productId }))];
  await lockBatches(
    trx,
    before.outputs.map(({ finishedGoodId }) => finishedGoodId),
  );
  await lockItems(trx, await findItemIds(trx, references));
  // The run before its batches, the order in which recording updates row_count: the other order could deadlock.
  const deleting = { ...actor, at: changedAt(actor.at, before.updatedAt) };
  await markDeleted(trx, 'production_run', id, deleting.at);
  for (const { productionId } of before.inputs) {
    await releaseConsumption(trx, { runId: id, productionId }, deleting);
    await markDeleted(trx, 'production', productionId, deleting.at);
  }
  const gone = await deleteOutputs(trx, before.outputs, { actor: deleting, isEdit: false });
  await audit({ action: 'delete', resource: 'runs', recordId: id, before, after: null }, ...gone);
  return { message: runTexts.deleted };
}
