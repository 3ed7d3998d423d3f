/**
 * Inserting, revising and removing production runs, each in the caller's transaction: the one write path of production. The
 * calls of runs are in runActions.ts, those of the specification on productions in actions.ts.
 */
import { entryAt } from '#contract/core/values/entryAt.ts';
import { runTexts } from '#contract/make/runs.ts';
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { markDeleted } from '../../core/records/crudQueries.ts';
import type { Actor } from '../../core/records/journal.ts';
import { mayDo } from '../../core/records/mayDo.ts';
import { changedAt } from '../../core/records/optimisticLock.ts';
import type { Write } from '../../core/records/write.ts';
import { findExpiredUses, refuseExpiredUses, type ExpiredUse } from '../../stock/documents/afterExpiry.ts';
import { recallChanges } from '../../stock/documents/recallChanges.ts';
import { linesOfLot, lotsConflict, refusalsAsConflict, type Refusal } from '../../stock/documents/refusals.ts';
import { lockBatches } from '../../stock/ledger/batches.ts';
import { consume, reviseConsumptions, type Consumption } from '../../stock/ledger/consumption.ts';
import { lockItems } from '../../stock/ledger/items.ts';
import { storeRunDays } from '../../stock/ledger/runDays.ts';
import { recallOutputs, releaseOutputs, type StateChange } from '../../stock/ledger/recalled.ts';
import { checkLinkedBatches } from './linkedBatches.ts';
import { checkBatches } from './runBatches.ts';
import { claimOutputs } from './runClaims.ts';
import { inputsOfUse, type RunContent, type RunInput } from './runContent.ts';
import { refuseCycle } from './runCycle.ts';
import { quantityOf, refuseGain, refuseReason } from './runGains.ts';
import { lockRunItems, type RunItems } from './runItems.ts';
import { createOutputs, reviseOutputs, saveShares } from './runOutputs.ts';
import { findRunGain, type Run, type StoredRun } from './runQueries.ts';
import { lockRecipeVersion } from './runRecipe.ts';
import { shortage } from './shortages.ts';

/** Refusals of the inputs' allocations, at every line concerned. */
function inputRefusals(runId: number, { inputs }: RunContent, items: RunItems): Refusal[] {
  const lines = items.inputs.map((item, index) => {
    return { ...item, quantity: entryAt(inputs, index).quantity, field: `inputs.${index}.quantity` };
  });
  const fieldsOf = (lotId: number) =>
    inputs.flatMap(({ lots = [] }, index) => linesOfLot(lots, `inputs.${index}.lots`)(lotId));
  return shortage(runId, lines, (error) => lotsConflict(error, runTexts, fieldsOf));
}

function columnsOf({ rawMaterialId, productId, quantity, productionDate, status }: RunInput) {
  const item = { raw_material_id: rawMaterialId, product_id: productId };
  return { ...item, quantity, production_date: productionDate, status };
}

function consumptionOf(
  { quantity, productionDate, lots }: RunInput,
  ids: Pick<Consumption, 'runId' | 'productionId' | 'itemId'>,
): Consumption {
  return { ...ids, quantity, productionDate, lots };
}

async function insertInputs(trx: Trx, runId: number, inputs: readonly RunInput[], at: string): Promise<number[]> {
  const rows = inputs.map((input) => ({ run_id: runId, ...columnsOf(input), created_at: at, updated_at: at }));
  return await insertNumbered(trx, 'production', rows);
}

async function insertLosses(trx: Trx, runId: number, losses: RunContent['losses']): Promise<void> {
  const rows = losses.map(({ reason, grams, rawMaterialId, productId, quantity, scrapPrice = null }, position) => {
    const pieces = { raw_material_id: rawMaterialId, product_id: productId, quantity };
    return { run_id: runId, position, reason, milligrams: grams, ...pieces, scrap_price: scrapPrice };
  });
  await insertRows(trx, 'run_loss', rows);
}

/** Losses that leave out what they were sold at, as older clients do, with what is stored of the same reason. */
function withScrapPrices(losses: RunContent['losses'], stored: Run['losses']): RunContent['losses'] {
  return losses.map(({ scrapPrice, ...loss }) => {
    const before = stored.find(({ reason }) => reason === loss.reason);
    return { ...loss, scrapPrice: scrapPrice === undefined ? before?.scrapPrice : scrapPrice };
  });
}

/** The days of a run without outputs. */
function inputDays(inputs: readonly RunInput[]) {
  const days = inputs.map(({ productionDate }) => productionDate).toSorted();
  return { begun_on: days.at(0), ended_on: days.at(-1) };
}

interface InsertedRun {
  runId: number;
  /** The ids of its inputs, in order. */
  productionIds: number[];
  items: RunItems;
  /** The quantities that it takes of lots after their expiry date. */
  expired: ExpiredUse[];
  /** Further events for the history. */
  changes: AuditEntry[];
}

/**
 * Inserts a run: its inputs consume from their lots, its outputs become batches. Throws 400, or 409 where an input exceeds
 * its balance, a lot is on hold, recalled or has too little, a batch number is used, a linked batch is changed without
 * permission, more comes out than went in, or an item allows no lots after their date.
 */
export async function insertRun(write: Write, content: RunContent): Promise<InsertedRun> {
  const { trx, actor } = write;
  const { productionDate, status, note, gainReason, afterExpiryReason = '', inputs, outputs } = content;
  await refuseReason(write, '', gainReason);
  const items = await lockRunItems(trx, content);
  const renumberedIds = await checkBatches(trx, outputs, items.outputs, 0);
  await checkLinkedBatches(write, { runId: 0, outputs: [] }, outputs);
  const run = {
    production_date: productionDate,
    status,
    note,
    gain_reason: gainReason ?? '',
    after_expiry_reason: afterExpiryReason,
    recipe_version_id: await lockRecipeVersion(trx, content),
    charges: content.charges ?? 0,
    hours: content.hours ?? null,
    ...inputDays(inputs),
    created_at: actor.at,
    updated_at: actor.at,
  };
  const runId = entryAt(await insertNumbered(trx, 'production_run', [run]), 0);
  const productionIds = await insertInputs(trx, runId, inputs, actor.at);
  await insertLosses(trx, runId, content.losses);
  const consumptions = inputs.map((input, index) =>
    consumptionOf(input, {
      runId,
      productionId: entryAt(productionIds, index),
      itemId: entryAt(items.inputs, index).itemId,
    }),
  );
  const mayTakeExpired = await refusalsAsConflict(trx, inputRefusals(runId, content, items), () =>
    consume(trx, consumptions, actor),
  );
  const expiry = { before: [], reasons: ['', afterExpiryReason], fieldsOf: inputsOfUse(inputs) } as const;
  const expired = mayTakeExpired ? await refuseExpiredUses(trx, { kind: 'run', id: runId }, expiry) : [];
  const newRun = { runId, productionDate, renumberedIds };
  const outputChanges = await createOutputs(trx, newRun, outputs, items.outputs, actor);
  await saveShares(trx, runId, outputs);
  if (outputs.length > 0) await storeRunDays(trx, runId);
  // Only a batch that existed before the run can have been used.
  if (outputs.some(({ finishedGoodId }) => finishedGoodId !== undefined)) await refuseCycle(trx, runId);
  if (outputs.length > 0) await refuseGain(trx, runId, undefined, (batchNumber) => quantityOf(outputs, batchNumber));
  const claimChanges = await claimOutputs(trx, runId, outputs, actor.at);
  return { runId, productionIds, items, expired, changes: [...outputChanges, ...claimChanges] };
}

/** The columns of the cost fields that the content has: what it leaves out stays. */
function costColumns({ charges, hours }: RunContent) {
  return { ...(charges === undefined ? {} : { charges }), ...(hours === undefined ? {} : { hours }) };
}

/** Updates inputs and their allocations. Inputs that are the stored objects stay unchanged. */
async function reviseInputs(
  { trx, actor }: Write,
  before: StoredRun,
  { inputs }: RunContent,
  { items, at }: { items: RunItems; at: string },
): Promise<void> {
  const { runId } = before;
  const storedInputs = new Map(before.inputs.map((input) => [input.productionId, input]));
  const remainingIds = new Set(inputs.map(({ productionId }) => productionId));
  const removedIds = [...storedInputs.keys()].filter((productionId) => !remainingIds.has(productionId));
  for (const productionId of removedIds) await markDeleted(trx, 'production', productionId, at);
  const newInputs = inputs.filter(({ productionId }) => productionId === undefined);
  const newIds = await insertInputs(trx, runId, newInputs, actor.at);
  const consumptions: Consumption[] = [];
  for (const [index, input] of inputs.entries()) {
    const productionId = input.productionId ?? entryAt(newIds, newInputs.indexOf(input));
    const stored = storedInputs.get(productionId);
    if (input === stored) continue;
    consumptions.push(consumptionOf(input, { runId, productionId, itemId: entryAt(items.inputs, index).itemId }));
    if (!stored) continue;
    const changed = { ...columnsOf(input), updated_at: changedAt(at, stored.updatedAt) };
    await trx.updateTable('production').set(changed).where('id', '=', productionId).execute();
  }
  await reviseConsumptions(trx, runId, { lines: consumptions, removedIds }, actor);
}

/**
 * Throws 409 if a user who only records production would lift the recall of batches, which is reserved for the office.
 */
async function refuseRelease({ trx, actor }: Write, changes: readonly StateChange[]): Promise<void> {
  const releasedCodes = changes.filter(({ after }) => after.state !== 'recalled').map(({ code }) => code);
  if (releasedCodes.length === 0 || (await mayDo(trx, actor.userId, 'update', 'runs'))) return;
  throw conflict(stockRefusals.officeFrees(releasedCodes));
}

/**
 * Changes a locked run to `content`. Its inputs keep their lots where the content has none; inputs and losses that are the
 * stored objects stay unchanged. Returns further events for the history. Throws 400 or 409 as on creation, or 409 where
 * something has left an output that would shrink, or one on hold or recalled would be deleted.
 */
export async function reviseRun(write: Write, before: StoredRun, content: RunContent): Promise<AuditEntry[]> {
  const { trx, actor } = write;
  const { runId } = before;
  const { productionDate, status, note, gainReason, afterExpiryReason, inputs, outputs } = content;
  const taking = { kind: 'run', id: runId } as const;
  await refuseReason(write, before.gainReason, gainReason);
  const at = changedAt(actor.at, before.updatedAt);
  const items = await lockRunItems(trx, content, before);
  const expiredBefore = await findExpiredUses(trx, taking);
  const gainBefore = outputs.length > 0 ? await findRunGain(trx, runId) : undefined;
  const renumberedIds = await checkBatches(trx, outputs, items.outputs, runId);
  await checkLinkedBatches(write, before, outputs);
  // A version that the run has used stays, as long as the recipe does.
  const isSame = content.recipeId === before.recipeId;
  const version = isSame ? {} : { recipe_version_id: await lockRecipeVersion(trx, content) };
  await trx
    .updateTable('production_run')
    .set({
      production_date: productionDate,
      status,
      note,
      gain_reason: gainReason,
      after_expiry_reason: afterExpiryReason,
      ...version,
      ...costColumns(content),
      updated_at: at,
    })
    .where('id', '=', runId)
    .execute();
  await refusalsAsConflict(trx, inputRefusals(runId, content, items), () =>
    reviseInputs(write, before, content, { items, at }),
  );
  const reasons = [before.afterExpiryReason, afterExpiryReason ?? before.afterExpiryReason] as const;
  await refuseExpiredUses(trx, taking, { before: expiredBefore, reasons, fieldsOf: inputsOfUse(inputs) });
  if (content.losses !== before.losses) {
    await trx.deleteFrom('run_loss').where('run_id', '=', runId).execute();
    await insertLosses(trx, runId, withScrapPrices(content.losses, before.losses));
  }
  const revisedRun = { ...before, previousDate: before.productionDate, productionDate, renumberedIds };
  const outputChanges = await reviseOutputs(trx, revisedRun, outputs, items.outputs, actor);
  await saveShares(trx, runId, outputs);
  await storeRunDays(trx, runId);
  if (outputs.length === 0) return outputChanges;
  await refuseCycle(trx, runId);
  await refuseGain(trx, runId, gainBefore, (batchNumber) => quantityOf(outputs, batchNumber));
  const claimChanges = await claimOutputs(trx, runId, outputs, actor.at);
  // A run in progress may have consumed from a lot that is now recalled.
  const recalls = await recallOutputs(trx, runId, actor.at);
  const releases = await releaseOutputs(trx, runId, actor.at);
  await refuseRelease(write, releases);
  return [...outputChanges, ...claimChanges, ...recallChanges(recalls), ...recallChanges(releases)];
}

/** Deletes a locked run and frees its inputs; `detachOutputs` deletes or unlinks its locked batches, and returns its events. */
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
