/** The form values of a run: empty, of a stored run, or of one that is copied. */
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { fromGrams } from '#contract/core/values/numbers.ts';
import { productionStatuses } from '#contract/documentStatus.ts';
import type { RunWithClaims } from '#contract/make/runs.ts';
import { chosenProduct, itemChoice } from '#web/stock/items/itemChoice.ts';
import { today } from '#web/core/ui/today.ts';

const chosenLot = z.object({ lotId: z.int(), lotCode: z.string(), quantity: z.string() });

const inputValues = z.object({
  /** React key; stays when inputs before it are removed. */
  key: z.string(),
  /** Set for a recorded input. */
  productionId: z.int().optional(),
  kind: z.enum(['material', 'product']),
  item: itemChoice.nullable(),
  quantity: z.string(),
  /** Chosen by hand; null if Godown proposes, or a recorded input keeps its own. */
  lots: z.array(chosenLot).nullable(),
});
export type InputValues = z.output<typeof inputValues>;

const outputValues = z.object({
  key: z.string(),
  finishedGoodId: z.int().optional(),
  product: itemChoice.nullable(),
  batchNumber: z.string(),
  quantity: z.string(),
  manufactureDate: z.string(),
  expiryDate: z.string(),
  /** Missing in drafts of older versions, as the other fields of cost. */
  costShare: z.string().default(''),
  byProductPrice: z.string().default(''),
});
export type OutputValues = z.output<typeof outputValues>;

const lossValues = z.object({
  key: z.string(),
  reason: z.string(),
  /** The item of which pieces were lost; null for a mass in kg. */
  itemId: z.int().nullable(),
  quantity: z.string(),
  scrapPrice: z.string().default(''),
});
export type LossValues = z.output<typeof lossValues>;

/** The form values, which are also the draft that the device stores. */
export const runValues = z.object({
  productionDate: z.string(),
  status: z.enum(productionStatuses),
  recipeId: z.int().nullable(),
  note: z.string(),
  /** Missing in drafts of older versions. */
  gainReason: z.string().default(''),
  afterExpiryReason: z.string().default(''),
  reason: z.string(),
  charges: z.string().default(''),
  hours: z.string().default(''),
  outputs: z.array(outputValues),
  inputs: z.array(inputValues),
  losses: z.array(lossValues),
});
export type RunValues = z.output<typeof runValues>;

export function blankInput(kind: InputValues['kind'] = 'material'): InputValues {
  return { key: randomId(), kind, item: null, quantity: '', lots: null };
}

export function blankOutput(): OutputValues {
  const empty = { batchNumber: '', quantity: '', manufactureDate: '', expiryDate: '' };
  return { key: randomId(), product: null, ...empty, costShare: '', byProductPrice: '' };
}

export function blankLoss(): LossValues {
  return { key: randomId(), reason: '', itemId: null, quantity: '', scrapPrice: '' };
}

/** The values of a new run, which may begin with an output. */
export function blankValues(firstOutput?: OutputValues): RunValues {
  const costs = { charges: '', hours: '' };
  const blank = {
    recipeId: null,
    note: '',
    gainReason: '',
    afterExpiryReason: '',
    reason: '',
    ...costs,
    inputs: [blankInput()],
    losses: [],
  };
  const productionDate = firstOutput?.manufactureDate || today();
  return { productionDate, status: 'in_progress', ...blank, outputs: [firstOutput ?? blankOutput()] };
}

function inputOf({ productionId, quantity, lots: _, ...item }: RunWithClaims['inputs'][number]): InputValues {
  const kind = item.productId === null ? 'material' : 'product';
  return { ...blankInput(kind), productionId, item, quantity: String(quantity) };
}

/** A number that may be missing, as it is typed. */
const typedOf = (value: number | null) => (value === null ? '' : String(value));

/** A batch of the day of its run has no date of its own in the form: it follows that day. */
function outputOf(output: RunWithClaims['outputs'][number], productionDate: string): OutputValues {
  const { finishedGoodId, batchNumber, quantity, manufactureDate, expiryDate, costShare, byProductPrice } = output;
  return {
    ...blankOutput(),
    finishedGoodId,
    product: chosenProduct({ ...output, name: output.productName }),
    batchNumber,
    quantity: String(quantity),
    manufactureDate: manufactureDate === productionDate ? '' : (manufactureDate ?? ''),
    expiryDate: expiryDate ?? '',
    costShare: typedOf(costShare),
    byProductPrice: typedOf(byProductPrice),
  };
}

function lossOf({ reason, grams, quantity, itemId, scrapPrice }: RunWithClaims['losses'][number]): LossValues {
  const amount = grams === null ? (quantity ?? 0) : fromGrams(grams);
  const item = grams === null ? itemId : null;
  return { ...blankLoss(), reason, itemId: item, quantity: String(amount), scrapPrice: typedOf(scrapPrice) };
}

export function valuesOf(record: RunWithClaims): RunValues {
  const {
    productionDate,
    status,
    recipeId,
    note,
    gainReason,
    afterExpiryReason,
    charges,
    hours,
    inputs,
    outputs,
    losses,
  } = record;
  return {
    productionDate,
    status,
    recipeId,
    note,
    gainReason,
    afterExpiryReason,
    reason: '',
    charges: charges === 0 ? '' : String(charges),
    hours: typedOf(hours),
    outputs: outputs.length > 0 ? outputs.map((output) => outputOf(output, productionDate)) : [blankOutput()],
    inputs: inputs.map(inputOf),
    losses: losses.map(lossOf),
  };
}

/** A new run like a stored one: of today, with batches and lots that are proposed again. */
export function copyOf(record: RunWithClaims): RunValues {
  const values = valuesOf(record);
  return {
    ...values,
    gainReason: '',
    afterExpiryReason: '',
    productionDate: today(),
    status: 'in_progress',
    charges: '',
    hours: '',
    outputs: values.outputs.map(({ product, quantity, costShare, byProductPrice }) => {
      return { ...blankOutput(), product, quantity, costShare, byProductPrice };
    }),
    inputs: values.inputs.map(({ kind, item, quantity }) => ({ ...blankInput(kind), item, quantity })),
    losses: [],
  };
}

/** The outputs that have a product; a form begins with a blank one. */
export function filledOutputs({ outputs }: Pick<RunValues, 'outputs'>): OutputValues[] {
  return outputs.filter(({ product }) => product !== null);
}

/** The inputs that something was typed in; the first one where nothing was, since a run has at least one. */
export function filledInputs({ inputs }: Pick<RunValues, 'inputs'>): InputValues[] {
  const filled = inputs.filter(({ item, quantity }) => item !== null || quantity !== '');
  return filled.length > 0 ? filled : inputs.slice(0, 1);
}

/** The losses that something was typed in. */
export function filledLosses({ losses }: Pick<RunValues, 'losses'>): LossValues[] {
  return losses.filter(({ reason, quantity }) => reason !== '' || quantity !== '');
}
