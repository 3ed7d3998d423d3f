/**
 * The calls of the specification on productions, in terms of runs: a production is an input of a run (docs/domain.md,
 * Production). A body becomes a run, which runWrites.ts writes; refusals of the run become errors of the call.
 */
import type { z } from 'zod';
import type { FieldErrors } from '#contract/core/errors.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { productionTexts, type productionBody, type productionUpdateBody } from '#contract/make/production.ts';
import { afterExpiryWarning, quantityWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findExpiredUses, type ExpiredUse } from '../../stock/documents/afterExpiry.ts';
import { ApiError, conflict, notFound } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import type { Write } from '../../core/records/write.ts';
import { lossConflict } from './losses.ts';
import { findLastQuantities, findProduction, type Production } from './queries.ts';
import type { RunInput } from './runContent.ts';
import { linkBatches } from './runOutputs.ts';
import { findStoredRun, type StoredInput, type StoredRun } from './runQueries.ts';
import { insertRun, removeRun, reviseRun } from './runWrites.ts';

type ProductionBody = z.output<typeof productionBody>;
/** The name of a field of input `index` of a run in an error of the call; undefined where the call has no such field. */
type FieldName = (index: number, field: string) => string | undefined;

/** The answer of a saved production. */
type SavedProduction = Production & { warnings: Warning[] };

/** Productions with their warnings; `expired` are the uses of their run. */
function withWarnings(
  productions: readonly Production[],
  lastQuantities: ReadonlyMap<number, number>,
  expired: readonly ExpiredUse[],
): SavedProduction[] {
  return productions.map((production) => {
    const { productionId, rawMaterialId, quantity, unit } = production;
    const own = expired.filter(({ lineId }) => lineId === productionId);
    const unusual = quantityWarnings('quantity', quantity, lastQuantities.get(rawMaterialId), unit);
    return { ...production, warnings: [...unusual, ...own.map((use) => afterExpiryWarning('quantity', use))] };
  });
}

/** The date of a run is that of its first input; it is completed when all of them are. */
function runOfInputs<Input extends RunInput>(inputs: readonly Input[]) {
  const first = entryAt(inputs, 0);
  const isCompleted = inputs.every(({ status }) => status === 'completed');
  const status = isCompleted ? ('completed' as const) : ('in_progress' as const);
  return { inputs, productionDate: first.productionDate, status };
}

const unknownMaterial = /\.rawMaterialId$/;

/** The faulty fields of a run's inputs, as fields of the call. */
function errorsOfCall(errors: FieldErrors, fieldOf: FieldName): FieldErrors {
  const callErrors: FieldErrors = {};
  for (const [path, texts] of Object.entries(errors)) {
    const [, index, name] = /^inputs\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const field = name && fieldOf(Number(index), name);
    if (field) callErrors[field] = unknownMaterial.test(path) ? [productionTexts.materialUnknown] : texts;
  }
  return callErrors;
}

/** Runs a write of a run; its refusals become errors of the call's own fields. */
async function translateRefusals<T>(trx: Trx, runId: number, fieldOf: FieldName, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error;
    const { code, message, documents } = error;
    const errors = errorsOfCall(error.errors, fieldOf);
    const isOfLosses = Object.keys(error.errors).some((field) => field.startsWith('losses.'));
    if (Object.keys(error.errors).some((field) => field.startsWith('outputs.'))) {
      throw conflict(message, { quantity: [message] });
    }
    if (isOfLosses && Object.keys(errors).length === 0) throw await lossConflict(trx, runId);
    throw new ApiError(code, message, { errors, documents });
  }
}

async function createAll(
  write: Write,
  lines: readonly ProductionBody[],
  fieldOf: FieldName,
): Promise<SavedProduction[]> {
  const { trx, actor, audit } = write;
  const lastQuantities = await findLastQuantities(
    trx,
    lines.map(({ rawMaterialId }) => rawMaterialId),
  );
  const run = runOfInputs(lines.map((line) => ({ ...line, productId: null, productionId: undefined })));
  const content = { ...run, recipeId: null, note: '', gainReason: '', afterExpiryReason: '', outputs: [], losses: [] };
  const { runId, productionIds, items, expired } = await translateRefusals(trx, 0, fieldOf, () =>
    insertRun(write, content),
  );
  const created = lines.map(({ rawMaterialId, quantity, productionDate, status }, index): Production => {
    const { itemName, unit } = entryAt(items.inputs, index);
    return {
      productionId: entryAt(productionIds, index),
      runId,
      rawMaterialId,
      rawMaterialName: itemName,
      unit,
      quantity,
      productionDate,
      status,
      createdAt: actor.at,
      updatedAt: actor.at,
    };
  });
  await audit(
    ...created.map((after) => {
      const record = { resource: 'production', recordId: after.productionId } as const;
      return { action: 'create', ...record, before: null, after } as const;
    }),
  );
  return withWarnings(created, lastQuantities, expired);
}

/** Records one production. Throws 400, or 409 'Quantity for {material} exceeds available balance!'. */
export async function createProduction(write: Write, line: ProductionBody): Promise<SavedProduction> {
  return entryAt(await createAll(write, [line], (_, field) => field), 0);
}

/** Records several productions, all or none. Lines of one material are checked as a sum (specification §5). */
export async function createProductions(write: Write, lines: readonly ProductionBody[]): Promise<SavedProduction[]> {
  return await createAll(write, lines, (index, field) => `${index}.${field}`);
}

/** The production that a call is about, as one input of its locked run. */
interface LockedProduction {
  run: StoredRun;
  input: StoredInput;
  production: Production;
}

/** Locks the run of a production. Throws 404. */
async function lockProduction(trx: Trx, id: number): Promise<LockedProduction> {
  const row = await trx.selectFrom('production').select('run_id').where('id', '=', id).executeTakeFirst();
  if (row) await lockRecord(trx, 'production_run', row.run_id);
  const run = row && (await findStoredRun(trx, row.run_id));
  const input = run?.inputs.find(({ productionId }) => productionId === id);
  // Products are inputs of runs, but no productions of the specification.
  if (!run || !input || input.rawMaterialId === null) throw notFound(productionTexts.notFound);
  const { rawMaterialId, itemName, unit, quantity, productionDate, status, createdAt, updatedAt } = input;
  const material = { rawMaterialId, rawMaterialName: itemName, unit };
  const consumption = { quantity, productionDate, status, createdAt, updatedAt };
  return { run, input, production: { productionId: id, runId: run.runId, ...material, ...consumption } };
}

/**
 * Changes a production and its movements. Throws 400, 404, or 409 if it was changed concurrently, stock is short, or its
 * run notes more of it as lost.
 */
export async function updateProduction(
  write: Write,
  id: number,
  body: z.output<typeof productionUpdateBody>,
): Promise<SavedProduction> {
  const { trx, audit } = write;
  checkBodyId(id, body.productionId, 'productionId');
  const { run, input, production: before } = await lockProduction(trx, id);
  await checkUnchanged(write, { resource: 'production', recordId: id, updatedAt: before.updatedAt }, body.updatedAt);
  const { rawMaterialId, quantity, productionDate, status = before.status } = body;
  const changed = { productionId: id, rawMaterialId, productId: null, quantity, productionDate, status };
  const inputs = run.inputs.map((each): RunInput => (each === input ? changed : each));
  const fieldOf: FieldName = (index, field) => (inputs[index] === changed ? field : undefined);
  const changes = await translateRefusals(trx, run.runId, fieldOf, () =>
    reviseRun(write, run, { ...run, ...runOfInputs(inputs) }),
  );
  const after = await findProduction(trx, id);
  if (!after) throw new Error(`production ${id} not found`);
  await audit({ action: 'update', resource: 'production', recordId: id, before, after }, ...changes);
  const lastQuantities = await findLastQuantities(trx, [after.rawMaterialId], id);
  const expired = await findExpiredUses(trx, { kind: 'run', id: run.runId });
  return entryAt(withWarnings([after], lastQuantities, expired), 0);
}

/**
 * Deletes a production and returns its quantity to stock. Without its last input a run is deleted; its batches stay, and
 * stay recalled, since their inputs are then unknown. Throws 404, or 409 if its run notes some of it as lost.
 */
export async function deleteProduction(write: Write, id: number): Promise<{ message: string }> {
  const { trx, actor, audit } = write;
  const { run, input, production: before } = await lockProduction(trx, id);
  const inputs = run.inputs.filter((each) => each !== input);
  const remove = async () => {
    if (inputs.length > 0) return await reviseRun(write, run, { ...run, ...runOfInputs(inputs) });
    return await removeRun(trx, run, actor, async (outputs) => {
      const ids = outputs.map(({ finishedGoodId }) => finishedGoodId);
      return await linkBatches(trx, ids, null, actor.at);
    });
  };
  const changes = await translateRefusals(trx, run.runId, () => undefined, remove);
  await audit({ action: 'delete', resource: 'production', recordId: id, before, after: null }, ...changes);
  return { message: productionTexts.deleted };
}
