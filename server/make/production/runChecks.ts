/** Checks of a run's body that need the database; all faulty fields at once. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { z } from 'zod';
import type { FieldErrors } from '#contract/core/errors.ts';
import { goodTexts } from '#contract/make/goods.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { runTexts, type runBody } from '#contract/make/runs.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { recallLinks } from '../../stock/documents/recallLinks.ts';
import { lockBatches } from '../../stock/ledger/batches.ts';
import { isSameCode } from '../../stock/ledger/codes.ts';
import { lockReferenced, type ItemReference } from '../../stock/ledger/items.ts';
import { findLots, findUsedCodes } from '../../stock/ledger/lots.ts';
import { findMaterialNames } from '../../stock/ledger/materialNames.ts';
import { findProductNames } from '../../stock/ledger/productNames.ts';
import { findHolding } from '../../stock/ledger/recalled.ts';
import { findExcessLosses, itemKey } from './losses.ts';
import { findBelowMinimum } from './shortages.ts';
import type { Run } from './runQueries.ts';

type RunBody = z.output<typeof runBody>;
export type RunOutput = RunBody['outputs'][number];

/** An input as it is to be: with an id one that is there already. */
export type RunInput = RunBody['inputs'][number] & Pick<RunBody, 'productionDate' | 'status'>;

/** A run as it is to be. Its inputs have a day and a status of their own, as the productions that they are. */
export interface RunContent extends Omit<RunBody, 'inputs'> {
  inputs: readonly RunInput[];
}

/** Items of a body, locked: of inputs and of outputs in their order, and how they are called. */
export interface RunItems {
  inputs: readonly number[];
  outputs: readonly OutputItem[];
  names: ReadonlyMap<number, { name: string; unit: string }>;
}

/** The item of an output, with its names in the history. */
export interface OutputItem {
  itemId: number;
  productName: string;
  unit: string;
}

const ofOutput = ({ productId }: RunOutput): ItemReference => ({ rawMaterialId: null, productId });

/** Faults of losses: pieces are of one of the inputs, and no more than went in. */
function lossFaults({ inputs, losses }: RunContent): FieldErrors {
  const faults: FieldErrors = {};
  for (const [index, why] of findExcessLosses(inputs, losses)) {
    if (why === 'noInput') faults[`losses.${index}.rawMaterialId`] = [runTexts.lossIncomplete];
    else faults[`losses.${index}.quantity`] = [stockRefusals.lossTooMuch];
  }
  return faults;
}

/** Faults of chosen lots that need no stock: they are there, of the input's item, once, and add up. */
async function lotFaults(trx: Trx, inputs: readonly RunInput[], itemIds: readonly number[]): Promise<FieldErrors> {
  const lots = await findLots(
    trx,
    inputs.flatMap((input) => (input.lots ?? []).map(({ lotId }) => lotId)),
  );
  const faults: FieldErrors = {};
  for (const [index, { lots: taken, quantity }] of inputs.entries()) {
    if (!taken) continue;
    for (const [nth, { lotId }] of taken.entries()) {
      const lot = lots.get(lotId);
      const field = `inputs.${index}.lots.${nth}.lotId`;
      if (!lot) faults[field] = [runTexts.lotUnknown];
      else if (lot.itemId !== itemIds[index]) faults[field] = [runTexts.lotOfOther];
      else if (taken.findIndex((other) => other.lotId === lotId) < nth) faults[field] = [runTexts.lotTwice];
    }
    const sum = taken.reduce((total, take) => total + take.quantity, 0);
    if (sum !== quantity) faults[`inputs.${index}.lots`] = [runTexts.lotsDiffer];
  }
  return faults;
}

/** True for an unchanged input of an edited run, which may stay below today's minimum. */
function isRecorded(input: RunInput, before: Run | undefined): boolean {
  return before?.inputs.some((line) => itemKey(line) === itemKey(input) && line.quantity === input.quantity) ?? false;
}

/**
 * Locks the batches that are there and the items of a run's old and new lines and returns those of the new ones. Throws 400
 * naming each line whose raw material, product or lot is wrong, whose quantity is below its material's minimum, or whose
 * loss is of no input.
 */
export async function lockRunItems(trx: Trx, body: RunContent, before?: Run): Promise<RunItems> {
  const { inputs, outputs } = body;
  await lockBatches(
    trx,
    [...outputs, ...(before?.outputs ?? [])].flatMap(({ finishedGoodId }) => finishedGoodId ?? []),
  );
  const itemIds = await lockReferenced(
    trx,
    [...inputs, ...outputs.map(ofOutput)],
    before && [...before.inputs, ...before.outputs].map(({ itemId }) => itemId),
  );
  // Under the locks: who deletes a raw material or product locks its item.
  const materials = await findMaterialNames(
    trx,
    inputs.flatMap(({ rawMaterialId }) => rawMaterialId ?? []),
  );
  const products = await findProductNames(
    trx,
    [...inputs, ...outputs].flatMap(({ productId }) => productId ?? []),
  );
  const errors: FieldErrors = lossFaults(body);
  const sentences = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    const material = materials.get(input.rawMaterialId ?? 0);
    const isKnown = input.rawMaterialId === null ? products.has(input.productId ?? 0) : material !== undefined;
    if (!isKnown) {
      errors[`inputs.${index}.${input.rawMaterialId === null ? 'productId' : 'rawMaterialId'}`] = [
        runTexts.itemUnknown,
      ];
    } else if (material && !isRecorded(input, before)) {
      const below = findBelowMinimum(material, input.quantity);
      if (!below) continue;
      errors[`inputs.${index}.quantity`] = [below.inline];
      sentences.add(below.sentence);
    }
  }
  for (const [index, { productId }] of outputs.entries()) {
    if (!products.has(productId)) errors[`outputs.${index}.productId`] = [goodTexts.productUnknown];
  }
  Object.assign(errors, await lotFaults(trx, inputs, itemIds));
  if (Object.keys(errors).length > 0) throw invalid(errors, [...sentences].join('\n') || undefined);
  const nameOf = ({ rawMaterialId, productId }: ItemReference) => {
    const named = rawMaterialId === null ? products.get(productId ?? 0) : materials.get(rawMaterialId);
    return { name: named?.name ?? '', unit: named?.unit ?? '' };
  };
  const lines = [...inputs, ...outputs.map(ofOutput)];
  return {
    inputs: itemIds.slice(0, inputs.length),
    outputs: outputs.map(({ productId }, index) => {
      const { name = '', unit = '' } = products.get(productId) ?? {};
      return { itemId: itemIds[inputs.length + index] ?? 0, productName: name, unit };
    }),
    names: new Map(lines.map((line, index) => [itemIds[index] ?? 0, nameOf(line)])),
  };
}

interface KnownBatch {
  goodId: number;
  lotId: number | null;
  key: string;
  productId: number;
  runId: number | null;
}

async function findBatches(trx: Trx, keys: readonly string[], ids: readonly number[]): Promise<KnownBatch[]> {
  return await trx
    .selectFrom('finished_good')
    .select(['id as goodId', 'lot_id as lotId', 'batch_key as key', 'product_id as productId', 'run_id as runId'])
    .where((good) => good.or([good('batch_key', 'in', keys), ...(ids.length > 0 ? [good('id', 'in', ids)] : [])]))
    .where('deleted_at', 'is', null)
    .execute();
}

/** Throws 409 for batches that a recall held when their run was deleted: linked to another, they would no longer be its. */
async function refuseOrphans(trx: Trx, batches: readonly KnownBatch[], outputs: readonly RunOutput[]): Promise<void> {
  const lots = new Map(batches.flatMap((batch) => (batch.lotId === null ? [] : [[batch.lotId, batch] as const])));
  const holding = (await findHolding(trx, [...lots.keys()])).filter(({ isRoot }) => isRoot === 0);
  if (holding.length === 0) return;
  const errors: FieldErrors = {};
  for (const [lotId, recalls] of Map.groupBy(holding, (recall) => recall.lotId)) {
    const index = outputs.findIndex(({ finishedGoodId }) => finishedGoodId === lots.get(lotId)?.goodId);
    const named = recallLinks(recalls).map(({ label }) => label);
    errors[`outputs.${index}.batchNumber`] = [stockRefusals.orphanStays(outputs[index]?.batchNumber ?? '', named)];
  }
  throw conflict(Object.values(errors).flat().join('\n'), errors, recallLinks(holding));
}

/**
 * The outputs of a body, in which those without an id are the run's own batches of the same product and number: what a run
 * made is not made anew. Own batches whose number is the same keep it as it is stored.
 */
export function matchOutputs(outputs: readonly RunOutput[], own: Run['outputs']): RunOutput[] {
  const named = new Set(outputs.map(({ finishedGoodId }) => finishedGoodId));
  const free = new Map(
    own
      .filter(({ finishedGoodId }) => !named.has(finishedGoodId))
      .map(({ productId, batchNumber, finishedGoodId }) => [`${productId} ${batchKey(batchNumber)}`, finishedGoodId]),
  );
  return outputs.map((output) => {
    const finishedGoodId = output.finishedGoodId ?? free.get(`${output.productId} ${batchKey(output.batchNumber)}`);
    const stored = own.find((batch) => batch.finishedGoodId === finishedGoodId)?.batchNumber ?? output.batchNumber;
    const batchNumber = isSameCode(stored, output.batchNumber) ? stored : output.batchNumber;
    return { ...output, finishedGoodId, batchNumber };
  });
}

/**
 * Checks the batches that outputs name: new numbers are free, and adopted batches are of their product and of
 * no other run. A lot that is no batch, such as one of an opening stock, may have a number too. `items` are those of the
 * outputs, locked. One that a recall held when its run was deleted is adopted by none. Returns the batches whose number
 * another output takes, while they get another one: they exchange numbers, or move on by one. Throws 400 or 409 naming each
 * faulty line.
 */
export async function checkBatches(
  trx: Trx,
  outputs: readonly RunOutput[],
  items: readonly OutputItem[],
  runId: number,
): Promise<number[]> {
  if (outputs.length === 0) return [];
  const keys = outputs.map(({ batchNumber }) => batchKey(batchNumber));
  const known = await findBatches(
    trx,
    keys,
    outputs.flatMap(({ finishedGoodId }) => finishedGoodId ?? []),
  );
  const named = new Set(outputs.map(({ finishedGoodId }) => finishedGoodId));
  // Outputs that the edit leaves out are deleted first: their numbers are free for other lines.
  const isGone = (batch: KnownBatch) => batch.runId !== null && batch.runId === runId && !named.has(batch.goodId);
  // Batches among the outputs give up their present number; batchTwice refuses one that is named twice.
  const isFree = (batch: KnownBatch) => isGone(batch) || named.has(batch.goodId);
  const used: FieldErrors = {};
  const faults: FieldErrors = {};
  const sentences: string[] = [];
  for (const [index, { finishedGoodId, productId, batchNumber }] of outputs.entries()) {
    const own = known.find(({ goodId }) => goodId === finishedGoodId);
    const field = `outputs.${index}.finishedGoodId`;
    if (finishedGoodId !== undefined && !own) faults[field] = [goodTexts.notFound];
    else if (own && own.productId !== productId) faults[field] = [runTexts.batchOfOther];
    else if (own && own.runId !== null && own.runId !== runId) faults[field] = [runTexts.batchInOther];
    if (keys.indexOf(keys[index] ?? '') < index) faults[`outputs.${index}.batchNumber`] = [runTexts.batchTwice];
    const other = known.find((batch) => batch.key === keys[index] && batch.goodId !== finishedGoodId && !isFree(batch));
    if (!other) continue;
    used[`outputs.${index}.batchNumber`] = [goodTexts.batchUsedInline];
    sentences.push(goodTexts.batchUsed(batchNumber));
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  await refuseOrphans(
    trx,
    known.filter((batch) => batch.runId === null && named.has(batch.goodId)),
    outputs,
  );
  const codes = outputs.map(({ finishedGoodId, batchNumber }, index) => {
    const free = known.find((batch) => isFree(batch) && batch.key === keys[index]);
    const exceptLotId = (free ?? known.find(({ goodId }) => goodId === finishedGoodId))?.lotId ?? null;
    return { itemId: items[index]?.itemId ?? 0, code: batchNumber, exceptLotId };
  });
  for (const index of await findUsedCodes(trx, codes)) {
    const field = `outputs.${index}.batchNumber`;
    if (used[field]) continue;
    const sentence = lotTexts.codeUsed(codes[index]?.code ?? '');
    used[field] = [sentence];
    sentences.push(sentence);
  }
  if (sentences.length > 0) throw conflict(sentences.join('\n'), used);
  return known.flatMap(({ goodId, key }) => {
    const taker = outputs[keys.indexOf(key)];
    return named.has(goodId) && taker && taker.finishedGoodId !== goodId ? goodId : [];
  });
}

/** The newest version of a recipe. Throws 400 where there is none, or where it makes nothing that the run makes. */
export async function findRecipeVersion(trx: Trx, { recipeId, outputs }: RunContent): Promise<number | null> {
  if (recipeId === null) return null;
  // Locks the recipe, so that a concurrent change does not replace the version that this run uses.
  if (!(await lockRecord(trx, 'recipe', recipeId))) throw invalid({ recipeId: [runTexts.recipeUnknown] });
  const version = await trx
    .selectFrom('recipe as r')
    .innerJoin('recipe_version as v', 'v.recipe_id', 'r.id')
    .select(['v.id', 'r.product_id as productId'])
    .where('r.id', '=', recipeId)
    .orderBy('v.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!version) throw invalid({ recipeId: [runTexts.recipeUnknown] });
  const isOther = outputs.length > 0 && outputs.every(({ productId }) => productId !== version.productId);
  if (isOther) throw invalid({ recipeId: [runTexts.recipeOfOther] });
  return version.id;
}
