/** Recording, changing and deleting productions, each in the caller's transaction. */
import type { z } from 'zod';
import { errorTexts, type FieldErrors } from '#contract/core/errors.ts';
import { productionTexts, type productionBody, type productionUpdateBody } from '#contract/make/production.ts';
import { quantityWarnings } from '#contract/stock/warningRules.ts';
import type { Warning } from '#contract/stock/warnings.ts';
import { insertNumbered } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { invalid, notFound } from '../../core/http/errors.ts';
import { recallChanges } from '../../stock/documents/recallChanges.ts';
import { refusalsAsConflict, type Refusal } from '../../stock/documents/refusals.ts';
import type { Write } from '../../core/records/write.ts';
import { lockMaterials, type LockedItems } from '../../stock/ledger/items.ts';
import { consume, releaseConsumption, reviseConsumptions } from '../../stock/ledger/consumption.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import { lockRecord, markDeleted } from '../../core/records/crudQueries.ts';
import { findMaterialNames, type MaterialName } from '../../stock/ledger/materialNames.ts';
import { releaseOutputs } from '../../stock/ledger/recalled.ts';
import { checkLosses } from './losses.ts';
import { findLastQuantities, findProduction, type Production } from './queries.ts';
import { findBelowMinimum, shortage } from './shortages.ts';
import { followInputs, lockBatchesOf, lockRunOf, openRun } from './runs.ts';

type Line = Omit<z.output<typeof productionBody>, 'status'>;
type NewLine = z.output<typeof productionBody>;
/** How a field of line `index` is called in an error: with the index where several lines were sent. */
type ErrorPath = (index: number, field: string) => string;

const ofSingle: ErrorPath = (_, field) => field;
const ofMany: ErrorPath = (index, field) => `${index}.${field}`;

/** The answer of a saved production. */
type SavedProduction = Production & { warnings: Warning[] };

function withWarnings(production: Production, lastQuantities: ReadonlyMap<number, number>): SavedProduction {
  const { rawMaterialId, quantity, unit } = production;
  return { ...production, warnings: quantityWarnings('quantity', quantity, lastQuantities.get(rawMaterialId), unit) };
}

async function mustFind(trx: Trx, id: number): Promise<Production> {
  const found = await findProduction(trx, id);
  if (!found) throw notFound(productionTexts.notFound);
  return found;
}

/**
 * The materials' names. Throws 400 naming each line whose material doesn't exist, or whose quantity is below its
 * material's minimum, except the `recorded` quantity. Takes no locks: a material that can be deleted has no stock to
 * consume.
 */
async function checkMaterials(
  trx: Trx,
  lines: readonly Line[],
  fieldOf: ErrorPath,
  recorded?: Production,
): Promise<Map<number, MaterialName>> {
  const ids = lines.map((line) => line.rawMaterialId);
  const names = await findMaterialNames(trx, ids);
  const errors: FieldErrors = {};
  const sentences = new Set<string>();
  for (const [index, { rawMaterialId, quantity }] of lines.entries()) {
    const material = names.get(rawMaterialId);
    const isRecorded = recorded?.rawMaterialId === rawMaterialId && recorded.quantity === quantity;
    if (!material) {
      errors[fieldOf(index, 'rawMaterialId')] = [productionTexts.materialUnknown];
      continue;
    }
    const below = findBelowMinimum(material, quantity);
    if (!below || isRecorded) continue;
    errors[fieldOf(index, 'quantity')] = [below.inline];
    sentences.add(below.sentence);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors, [...sentences].join('\n') || errorTexts.invalid);
  return names;
}

function itemOf(items: LockedItems, { rawMaterialId }: Line): number {
  return items.get(rawMaterialId)?.itemId ?? 0;
}

/** A shortage on every line of its material. */
function shortageOf(
  lines: readonly Line[],
  items: LockedItems,
  names: ReadonlyMap<number, MaterialName>,
  fieldOf: ErrorPath,
): Refusal {
  const short = lines.map((line, index) => ({
    itemId: itemOf(items, line),
    itemName: names.get(line.rawMaterialId)?.name ?? '',
    field: fieldOf(index, 'quantity'),
  }));
  return shortage(short);
}

async function createAll(
  { trx, actor, audit }: Write,
  lines: readonly NewLine[],
  fieldOf: ErrorPath,
): Promise<SavedProduction[]> {
  const names = await checkMaterials(trx, lines, fieldOf);
  const lastQuantities = await findLastQuantities(trx, [...names.keys()]);
  const items = await lockMaterials(trx, [...names.keys()]);
  const [first, ...others] = lines;
  if (!first) throw new Error('a run without inputs');
  const runId = await openRun(trx, [first, ...others], actor.at);
  const rows = lines.map((line) => ({
    run_id: runId,
    raw_material_id: line.rawMaterialId,
    quantity: line.quantity,
    production_date: line.productionDate,
    status: line.status,
    created_at: actor.at,
    updated_at: actor.at,
  }));
  const ids = await insertNumbered(trx, 'production', rows);
  const created = lines.map(({ rawMaterialId, quantity, productionDate, status }, index): Production => ({
    productionId: ids[index] ?? 0,
    runId,
    rawMaterialId,
    rawMaterialName: names.get(rawMaterialId)?.name ?? '',
    unit: names.get(rawMaterialId)?.unit ?? '',
    quantity,
    productionDate,
    status,
    createdAt: actor.at,
    updatedAt: actor.at,
  }));
  const taken = created.map((each) => ({ ...each, itemId: itemOf(items, each) }));
  await refusalsAsConflict(trx, [shortageOf(lines, items, names, fieldOf)], () => consume(trx, taken, actor));
  await audit(
    ...created.map((after) => {
      const of = { resource: 'production', recordId: after.productionId } as const;
      return { action: 'create', ...of, before: null, after } as const;
    }),
  );
  return created.map((production) => withWarnings(production, lastQuantities));
}

/** Records one production. Throws 400, or 409 'Quantity for {material} exceeds available balance!'. */
export async function createProduction(write: Write, line: NewLine): Promise<SavedProduction> {
  const [created] = await createAll(write, [line], ofSingle);
  if (!created) throw new Error('no production was created');
  return created;
}

/** Records several productions, all or none. Lines of one material are checked as a sum (specification §5). */
export async function createProductions(write: Write, lines: readonly NewLine[]): Promise<SavedProduction[]> {
  return await createAll(write, lines, ofMany);
}

/**
 * Changes a production and its movements. Throws 400, 404, or 409 if it was changed concurrently, stock is short, or its
 * run notes more of it as lost.
 */
export async function updateProduction(
  { trx, actor, audit }: Write,
  id: number,
  body: z.output<typeof productionUpdateBody>,
): Promise<SavedProduction> {
  checkBodyId(id, body.productionId, 'productionId');
  await lockRunOf(trx, id);
  await lockRecord(trx, 'production', id);
  const before = await mustFind(trx, id);
  checkUnchanged(body.updatedAt, before.updatedAt);
  const names = await checkMaterials(trx, [body], ofSingle, before);
  if (body.productionDate !== before.productionDate) {
    await lockBatchesOf(trx, before.runId, [before.rawMaterialId, body.rawMaterialId]);
  }
  // Before the row: its update changes the new day's count, and recording locks the item first and the day's count
  // after it.
  const items = await lockMaterials(trx, [before.rawMaterialId, body.rawMaterialId]);
  await trx
    .updateTable('production')
    .set({
      raw_material_id: body.rawMaterialId,
      quantity: body.quantity,
      production_date: body.productionDate,
      status: body.status ?? before.status,
      updated_at: changedAt(actor.at, before.updatedAt),
    })
    .where('id', '=', id)
    .execute();
  // A quantity that is not lowered needs no check.
  const isLess = body.rawMaterialId !== before.rawMaterialId || body.quantity < before.quantity;
  if (isLess) await checkLosses(trx, before.runId);
  const consumption = { ...body, productionId: id, runId: before.runId, itemId: itemOf(items, body) };
  await refusalsAsConflict(trx, [shortageOf([body], items, names, ofSingle)], () =>
    reviseConsumptions(trx, { stay: [consumption] }, actor),
  );
  const redated = await followInputs(trx, before.runId, actor);
  const released = recallChanges(await releaseOutputs(trx, before.runId, actor.at));
  const after = await mustFind(trx, id);
  await audit({ action: 'update', resource: 'production', recordId: id, before, after }, ...redated, ...released);
  return withWarnings(after, await findLastQuantities(trx, [after.rawMaterialId], id));
}

/** Deletes a production and returns its quantity to stock. Throws 404, or 409 if its run notes some of it as lost. */
export async function deleteProduction({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  await lockRunOf(trx, id);
  await lockRecord(trx, 'production', id);
  const before = await mustFind(trx, id);
  await lockBatchesOf(trx, before.runId, [before.rawMaterialId]);
  await lockMaterials(trx, [before.rawMaterialId]);
  await releaseConsumption(trx, before, actor);
  // The run before its lots, the order in which recording updates row_count: the other order could deadlock.
  const redated = await followInputs(trx, before.runId, actor, id);
  await markDeleted(trx, 'production', id, actor.at);
  await checkLosses(trx, before.runId);
  // Without its last input the run is deleted. The inputs of its batches are then unknown, so the batches stay
  // recalled.
  const released = recallChanges(await releaseOutputs(trx, before.runId, actor.at));
  await audit({ action: 'delete', resource: 'production', recordId: id, before, after: null }, ...redated, ...released);
  return { message: productionTexts.deleted };
}
