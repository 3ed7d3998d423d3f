/** The bodies of the calls that record a run, from the values of its form. */
import { fromThousandths, toMilligrams } from '#contract/core/values/numbers.ts';
import type { RunWithClaims } from '#contract/make/runs.ts';
import { comparable } from '#web/core/form/conflicts/mergeVersions.ts';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import type { ItemChoice } from '#web/stock/items/itemChoice.ts';
import { allocationsOf } from '#web/stock/allocation/proposeAllocations.ts';
import {
  filledInputs,
  filledLosses,
  filledOutputs,
  valuesOf,
  type InputValues,
  type LossValues,
  type RunValues,
} from './runValues.ts';

/** Whether the specification's calls can record it: raw materials alone, of lots that Godown proposes. */
export function isPlain(values: RunValues): boolean {
  const isPlainInput = ({ kind, lots }: InputValues) => kind === 'material' && lots === null;
  return (
    filledOutputs(values).length === 0 &&
    filledLosses(values).length === 0 &&
    values.note === '' &&
    values.afterExpiryReason === '' &&
    values.charges === '' &&
    values.hours === '' &&
    filledInputs(values).every(isPlainInput)
  );
}

/** The body of create-multiple (specification §7). */
export function plainBodyOf({ productionDate, status, ...values }: RunValues) {
  return filledInputs(values).map(({ item, quantity }) => ({
    rawMaterialId: item?.rawMaterialId ?? 0,
    quantity: typedNumber(quantity),
    productionDate,
    status,
  }));
}

const typedOrNull = (typed: string) => (typed === '' ? null : typedNumber(typed));

/** The item of which pieces were lost; undefined for a mass, and where its input was removed from the run. */
export function lostItemOf({ itemId }: LossValues, inputs: readonly InputValues[]): ItemChoice | undefined {
  return inputs.flatMap(({ item }) => item ?? []).find((item) => itemId !== null && item.itemId === itemId);
}

/** Whether the input of which pieces were lost was removed from the run. */
export function isWithoutInput(loss: LossValues, inputs: readonly InputValues[]): boolean {
  return loss.itemId !== null && lostItemOf(loss, inputs) === undefined;
}

function gramsOf(kilograms: number): number {
  return fromThousandths(toMilligrams(kilograms) ?? Number.NaN);
}

function lossBodyOf(loss: LossValues, inputs: readonly InputValues[]) {
  const { reason } = loss;
  const scrapPrice = typedOrNull(loss.scrapPrice);
  if (loss.itemId === null) return { reason, grams: gramsOf(typedNumber(loss.quantity)), scrapPrice };
  const { rawMaterialId, productId } = lostItemOf(loss, inputs) ?? {};
  return { reason, rawMaterialId, productId, quantity: typedNumber(loss.quantity), scrapPrice };
}

/** The body of a run. */
export function bodyOf(values: RunValues) {
  const { productionDate, status, recipeId, note, gainReason, afterExpiryReason, charges, hours } = values;
  const [inputs, outputs, losses] = [filledInputs(values), filledOutputs(values), filledLosses(values)];
  return {
    productionDate,
    status,
    recipeId: outputs.length > 0 ? recipeId : null,
    note,
    gainReason,
    afterExpiryReason,
    charges: charges === '' ? 0 : typedNumber(charges),
    hours: typedOrNull(hours),
    inputs: inputs.map(({ productionId, item, quantity, lots }) => ({
      productionId,
      rawMaterialId: item?.rawMaterialId,
      productId: item?.productId,
      quantity: typedNumber(quantity),
      lots: lots === null ? undefined : allocationsOf(lots),
    })),
    outputs: outputs.map(
      ({ finishedGoodId, product, batchNumber, quantity, manufactureDate, expiryDate, ...cost }) => ({
        finishedGoodId,
        productId: product?.productId ?? 0,
        batchNumber,
        quantity: typedNumber(quantity),
        manufactureDate: manufactureDate || productionDate,
        expiryDate: expiryDate || null,
        costShare: typedOrNull(cost.costShare),
        byProductPrice: typedOrNull(cost.byProductPrice),
      }),
    ),
    losses: losses.map((loss) => lossBodyOf(loss, inputs)),
  };
}

type RunBody = ReturnType<typeof bodyOf>;

/** A body as text, without the ids that lines get when they are stored, and with the lots of each input by id. */
function contentOf({ inputs, outputs, ...body }: RunBody): string {
  return comparable({
    ...body,
    inputs: inputs.map(({ productionId: _, lots = [], ...input }) => {
      return { ...input, lots: lots.toSorted((a, b) => a.lotId - b.lotId) };
    }),
    outputs: outputs.map(({ finishedGoodId: _, ...output }) => output),
  });
}

/** Whether a stored run equals a body that names the lots of all inputs. */
export function isStoredAs(body: RunBody, run: RunWithClaims): boolean {
  const stored = bodyOf(valuesOf(run));
  const inputs = stored.inputs.map((input, index) => {
    return { ...input, lots: run.inputs[index]?.lots.map(({ lotId, quantity }) => ({ lotId, quantity })) };
  });
  return contentOf(body) === contentOf({ ...stored, inputs });
}
