/** The bodies of the calls that record a run, from the values of its form. */
import { fromThousandths, toMilligrams } from '#contract/core/values/numbers.ts';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import { lineField } from '#web/core/form/lines.ts';
import { allocationsOf } from '#web/stock/allocation/proposeAllocations.ts';
import { filledOutputs, type InputDraft, type ItemChoice, type LossDraft, type RunDraft } from './runDraft.ts';

/** Whether the specification's calls can record it: raw materials alone, of lots that Godown proposes. */
export function isPlain(values: RunDraft): boolean {
  const isPlainInput = ({ kind, lots }: InputDraft) => kind === 'material' && lots === null;
  return (
    filledOutputs(values).length === 0 &&
    values.losses.length === 0 &&
    values.note === '' &&
    values.inputs.every(isPlainInput)
  );
}

/** The body of create-multiple (specification §7). */
export function plainBodyOf({ productionDate, status, inputs }: RunDraft) {
  return inputs.map(({ item, quantity }) => ({
    rawMaterialId: item?.rawMaterialId ?? 0,
    quantity: typedNumber(quantity),
    productionDate,
    status,
  }));
}

/** The item of which pieces were lost; undefined for a mass, and where its input was removed from the run. */
export function lostItemOf({ itemId }: LossDraft, inputs: readonly InputDraft[]): ItemChoice | undefined {
  return inputs.flatMap(({ item }) => item ?? []).find((item) => itemId !== null && item.itemId === itemId);
}

/** Whether the input of which pieces were lost was removed from the run. */
export function isWithoutInput(loss: LossDraft, inputs: readonly InputDraft[]): boolean {
  return loss.itemId !== null && lostItemOf(loss, inputs) === undefined;
}

function gramsOf(kilograms: number): number {
  return fromThousandths(toMilligrams(kilograms) ?? Number.NaN);
}

function lossBodyOf(loss: LossDraft, inputs: readonly InputDraft[]) {
  const { reason } = loss;
  if (loss.itemId === null) return { reason, grams: gramsOf(typedNumber(loss.quantity)) };
  const { rawMaterialId, productId } = lostItemOf(loss, inputs) ?? {};
  return { reason, rawMaterialId, productId, quantity: typedNumber(loss.quantity) };
}

/** The body of a run. */
export function bodyOf(values: RunDraft) {
  const { productionDate, status, recipeId, note, inputs, losses } = values;
  const outputs = filledOutputs(values);
  return {
    productionDate,
    status,
    recipeId: outputs.length > 0 ? recipeId : null,
    note,
    inputs: inputs.map(({ productionId, item, quantity, lots }) => ({
      productionId,
      rawMaterialId: item?.rawMaterialId,
      productId: item?.productId,
      quantity: typedNumber(quantity),
      lots: lots === null ? undefined : allocationsOf(lots),
    })),
    outputs: outputs.map(({ finishedGoodId, product, batchNumber, quantity, manufactureDate, expiryDate }) => ({
      finishedGoodId,
      productId: product?.productId ?? 0,
      batchNumber,
      quantity: typedNumber(quantity),
      manufactureDate: manufactureDate || productionDate,
      expiryDate: expiryDate || null,
    })),
    losses: losses.map((loss) => lossBodyOf(loss, inputs)),
  };
}

/** One field of the form has both ids of an item. */
function inputField(name: string): string {
  return name === 'rawMaterialId' || name === 'productId' ? 'item' : name;
}

function outputField(name: string): string {
  return name === 'productId' || name === 'finishedGoodId' ? 'product' : name;
}

/** Maps a field path of a body to the form. */
export function fieldOf(path: string, values: RunDraft): string {
  const [list = '', index = '', name = ''] = path.split('.');
  // '1.quantity' of create-multiple, 'quantity' of one production.
  const isOfMultiple = /^\d+$/.test(list);
  if (isOfMultiple)
    return index === 'productionDate' || index === 'status' ? index : `inputs.${list}.${inputField(index)}`;
  if (path === 'rawMaterialId' || path === 'quantity') return `inputs.0.${inputField(path)}`;
  // A list as a whole, or a field of the run.
  if (index === '') return path;
  if (list === 'inputs') return `inputs.${index}.${inputField(name)}`;
  if (list === 'losses') return `losses.${index}.${name === 'reason' ? name : 'quantity'}`;
  if (list === 'outputs') return lineField(path, { all: values.outputs, filled: filledOutputs(values) }, outputField);
  return path;
}
