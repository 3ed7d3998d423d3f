/** The items of a run: locked, and checked with the quantities, lots and losses that depend on them. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { goodTexts } from '#contract/make/goods.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { runTexts } from '#contract/make/runs.ts';
import type { Trx } from '../../core/db/tables.ts';
import { invalid } from '../../core/http/errors.ts';
import { lockBatches } from '../../stock/ledger/batches.ts';
import { lockReferenced, type ItemReference } from '../../stock/ledger/items.ts';
import { findLots } from '../../stock/ledger/lots.ts';
import { findMaterialNames } from '../../stock/names/materialNames.ts';
import { findProductNames } from '../../stock/names/productNames.ts';
import { findExcessLosses, itemKey } from './losses.ts';
import type { RunContent, RunInput, RunOutput } from './runContent.ts';
import type { Run } from './runQueries.ts';
import { findBelowMinimum } from './shortages.ts';

/** The locked item of an input or output. */
export interface RunItem {
  itemId: number;
  itemName: string;
  unit: string;
}

/** The items of a run's inputs and outputs, in their order. */
export interface RunItems {
  inputs: readonly RunItem[];
  outputs: readonly RunItem[];
}

function productOf({ productId }: RunOutput): ItemReference {
  return { rawMaterialId: null, productId };
}

/** Faults of losses: pieces are of one of the inputs, and no more than it has. */
function lossFaults({ inputs, losses }: RunContent): FieldErrors {
  const faults: FieldErrors = {};
  for (const [index, reason] of findExcessLosses(inputs, losses)) {
    if (reason === 'noInput') faults[`losses.${index}.rawMaterialId`] = [runTexts.lossIncomplete];
    else faults[`losses.${index}.quantity`] = [stockRefusals.lossTooMuch];
  }
  return faults;
}

/** Faults of chosen lots that need no stock: each exists, is of the input's item and named once, and they add up. */
async function lotFaults(trx: Trx, inputs: readonly RunInput[], itemIds: readonly number[]): Promise<FieldErrors> {
  const storedLots = await findLots(
    trx,
    inputs.flatMap(({ lots = [] }) => lots.map(({ lotId }) => lotId)),
  );
  const faults: FieldErrors = {};
  for (const [index, { lots, quantity }] of inputs.entries()) {
    if (!lots) continue;
    for (const [position, { lotId }] of lots.entries()) {
      const stored = storedLots.get(lotId);
      const field = `inputs.${index}.lots.${position}.lotId`;
      if (!stored) faults[field] = [runTexts.lotUnknown];
      else if (stored.itemId !== itemIds[index]) faults[field] = [runTexts.lotOfOther];
      else if (lots.findIndex((other) => other.lotId === lotId) < position) faults[field] = [runTexts.lotTwice];
    }
    const sum = lots.reduce((total, lot) => total + lot.quantity, 0);
    if (sum !== quantity) faults[`inputs.${index}.lots`] = [runTexts.lotsDiffer];
  }
  return faults;
}

interface Names {
  materials: Awaited<ReturnType<typeof findMaterialNames>>;
  products: Awaited<ReturnType<typeof findProductNames>>;
}

async function findNames(trx: Trx, references: readonly ItemReference[]): Promise<Names> {
  const materialIds = references.flatMap(({ rawMaterialId }) => rawMaterialId ?? []);
  const productIds = references.flatMap(({ productId }) => productId ?? []);
  return { materials: await findMaterialNames(trx, materialIds), products: await findProductNames(trx, productIds) };
}

/** The name and unit of a raw material or product; undefined if it is deleted. */
function nameOf({ rawMaterialId, productId }: ItemReference, { materials, products }: Names) {
  if (rawMaterialId !== null) return materials.get(rawMaterialId);
  return productId === null ? undefined : products.get(productId);
}

/** Faults of inputs whose item is deleted. */
function itemFaults(inputs: readonly RunInput[], names: Names): FieldErrors {
  const faults: FieldErrors = {};
  for (const [index, input] of inputs.entries()) {
    const field = input.rawMaterialId === null ? 'productId' : 'rawMaterialId';
    if (!nameOf(input, names)) faults[`inputs.${index}.${field}`] = [runTexts.itemUnknown];
  }
  return faults;
}

/** Whether an input is as the edited run has it: then it may stay below today's minimum. */
function isRecorded(input: RunInput, before: Run | undefined): boolean {
  return before?.inputs.some((line) => itemKey(line) === itemKey(input) && line.quantity === input.quantity) ?? false;
}

/** Faults of quantities below the minimum of their raw material, and a sentence for each such quantity. */
function minimumFaults(inputs: readonly RunInput[], { materials }: Names, before: Run | undefined) {
  const faults: FieldErrors = {};
  const sentences = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    const material = input.rawMaterialId === null ? undefined : materials.get(input.rawMaterialId);
    const belowMinimum = material && !isRecorded(input, before) && findBelowMinimum(material, input.quantity);
    if (!belowMinimum) continue;
    faults[`inputs.${index}.quantity`] = [belowMinimum.inline];
    sentences.add(belowMinimum.sentence);
  }
  return { faults, sentences };
}

function productFaults(outputs: readonly RunOutput[], { products }: Names): FieldErrors {
  const faults: FieldErrors = {};
  for (const [index, { productId }] of outputs.entries()) {
    if (!products.has(productId)) faults[`outputs.${index}.productId`] = [goodTexts.productUnknown];
  }
  return faults;
}

/**
 * Locks the stored batches and the items of a run's old and new lines, and returns the items of the new ones. Throws 400
 * naming each line whose raw material, product or lot is wrong, whose quantity is below its material's minimum, or whose
 * loss is of no input.
 */
export async function lockRunItems(trx: Trx, content: RunContent, before?: Run): Promise<RunItems> {
  const { inputs, outputs } = content;
  await lockBatches(
    trx,
    [...outputs, ...(before?.outputs ?? [])].flatMap(({ finishedGoodId }) => finishedGoodId ?? []),
  );
  const references = [...inputs, ...outputs.map(productOf)];
  const itemIds = await lockReferenced(
    trx,
    references,
    before && [...before.inputs, ...before.outputs].map(({ itemId }) => itemId),
  );
  // Under the locks: a raw material or product is deleted under the lock of its item.
  const names = await findNames(trx, references);
  const belowMinimum = minimumFaults(inputs, names, before);
  const errors = {
    ...lossFaults(content),
    ...itemFaults(inputs, names),
    ...belowMinimum.faults,
    ...productFaults(outputs, names),
    ...(await lotFaults(trx, inputs, itemIds)),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors, [...belowMinimum.sentences].join('\n') || undefined);
  const items = references.map((reference, index): RunItem => {
    const name = nameOf(reference, names);
    if (!name) throw new Error('an item of a run has no name');
    return { itemId: entryAt(itemIds, index), itemName: name.name, unit: name.unit };
  });
  return { inputs: items.slice(0, inputs.length), outputs: items.slice(inputs.length) };
}
