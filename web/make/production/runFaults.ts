/** Faults of the values of a run's form; inputs of the same item share its available quantity. */
import type { FormErrors } from '@mantine/form';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths, sumOfQuantities, thousandthsOr0 } from '#contract/core/values/numbers.ts';
import { productionEndpoints, productionTexts } from '#contract/make/production.ts';
import { runEndpoints, runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { numberOf, typedThousandthsOr0 } from '#web/core/form/fields/numberOf.ts';
import { sumOfAllocations } from '#web/stock/allocation/proposeAllocations.ts';
import { bodyOf, isPlain, isWithoutInput, plainBodyOf } from './runBody.ts';
import { filledInputs, filledLosses, type InputValues, type RunValues } from './runValues.ts';

/** Stock data of an item for the form; quantities in units. */
export interface ItemStock {
  /** Available quantity, including the present share of an edited run. */
  available: number;
  /** On hold or recalled: why less is available than on hand. */
  onHold: number;
  minProductionQuantity: number;
}
export type Stock = ReadonlyMap<number, ItemStock>;

/** Quantity available to an input, less the preceding inputs of the same item; undefined while it is loading. */
function availableTo(input: InputValues, inputs: readonly InputValues[], stock: Stock): number | undefined {
  const itemId = input.item?.itemId;
  const itemStock = itemId === undefined ? undefined : stock.get(itemId);
  if (itemStock === undefined) return undefined;
  const preceding = inputs.slice(0, inputs.indexOf(input)).filter(({ item }) => item?.itemId === itemId);
  const consumed = preceding.reduce((sum, { quantity }) => sum + typedThousandthsOr0(quantity), 0);
  return fromThousandths(Math.max(0, thousandthsOr0(itemStock.available) - consumed));
}

/** 'Y on hold, X left after this', without parts that are 0, unknown or negative. */
export function remainderText(input: InputValues, inputs: readonly InputValues[], stock: Stock): string | undefined {
  const available = availableTo(input, inputs, stock);
  if (available === undefined) return undefined;
  const remainder = thousandthsOr0(available) - typedThousandthsOr0(input.quantity);
  const { itemId = 0, unit = '' } = input.item ?? {};
  const onHold = stock.get(itemId)?.onHold ?? 0;
  return (
    [
      ...(onHold > 0 ? [`${formatQuantityWithUnit(onHold, unit)} on hold`] : []),
      ...(remainder < 0 ? [] : [`${formatQuantityWithUnit(fromThousandths(remainder), unit)} left after this`]),
    ].join(', ') || undefined
  );
}

/** Why the stock does not allow an input's quantity. */
type StockFault =
  | { code: 'exceedsBalance'; available: number; why: string }
  | { code: 'belowMinimum'; minimum: string };

/** The reason why less can be used than the stock; empty where all of it can. */
function whyLess(itemId: number, unit: string, stock: Stock): string {
  const { available = 0, onHold = 0 } = stock.get(itemId) ?? {};
  if (onHold === 0) return '';
  const inUnits = (quantity: number) => formatQuantityWithUnit(quantity, unit);
  return ` ${productionTexts.lessThanBalance(inUnits(sumOfQuantities([available, onHold])), inUnits(onHold))}`;
}

/** An edited run may keep a quantity that is below the minimum now. */
export function stockFaultOf(
  input: InputValues,
  inputs: readonly InputValues[],
  stock: Stock,
  record?: RunWithClaims,
): StockFault | undefined {
  const { item } = input;
  const available = availableTo(input, inputs, stock);
  const quantity = numberOf(input.quantity);
  if (item && available !== undefined && (quantity ?? 0) > available) {
    return { code: 'exceedsBalance', available, why: whyLess(item.itemId, item.unit, stock) };
  }
  const minimum = item ? (stock.get(item.itemId)?.minProductionQuantity ?? 0) : 0;
  if (!quantity || quantity >= minimum) return undefined;
  const isRecorded = record?.inputs.some((each) => each.itemId === item?.itemId && each.quantity === quantity);
  if (isRecorded) return undefined;
  return { code: 'belowMinimum', minimum: formatQuantityWithUnit(minimum, item?.unit ?? '') };
}

/** The error text at the field. */
export function inlineText(fault: StockFault): string {
  return fault.code === 'exceedsBalance'
    ? productionTexts.exceedsBalanceInline(fault.available) + (fault.why && `.${fault.why}`)
    : productionTexts.belowMinimumInline(fault.minimum);
}

function alertText(fault: StockFault, itemName: string): string {
  return fault.code === 'exceedsBalance'
    ? productionTexts.exceedsBalance(itemName) + fault.why
    : productionTexts.belowMinimum(itemName, fault.minimum);
}

function minimumFaults(values: RunValues, stock: Stock, record?: RunWithClaims): FormErrors {
  const inputs = filledInputs(values);
  return Object.fromEntries(
    inputs.flatMap((input, index) => {
      const fault = stockFaultOf(input, inputs, stock, record);
      return fault?.code === 'belowMinimum' ? [[`inputs.${index}.quantity`, inlineText(fault)]] : [];
    }),
  );
}

function lotFaults(values: RunValues): FormErrors {
  return Object.fromEntries(
    filledInputs(values).flatMap(({ lots, quantity }, index) =>
      lots !== null && sumOfAllocations(lots) !== typedThousandthsOr0(quantity)
        ? [[`inputs.${index}.lots`, runTexts.lotsDiffer]]
        : [],
    ),
  );
}

function lossFaults(values: RunValues): FormErrors {
  return Object.fromEntries(
    filledLosses(values).flatMap((loss, index) =>
      isWithoutInput(loss, values.inputs) ? [[`losses.${index}.grams`, runTexts.lossWithoutInput]] : [],
    ),
  );
}

/** All errors by the body's field paths, except exceedsBalance: it depends on the other inputs, so its row computes it. */
export function faultsOf(values: RunValues, stock: Stock, record?: RunWithClaims): FormErrors {
  const bodyFaults =
    record || !isPlain(values)
      ? contractFaults(runEndpoints.create, bodyOf(values))
      : contractFaults(productionEndpoints.createMany, plainBodyOf(values));
  const isReasonMissing = record?.status === 'completed' && values.reason.trim() === '';
  return {
    ...bodyFaults,
    ...minimumFaults(values, stock, record),
    ...lotFaults(values),
    ...lossFaults(values),
    ...(isReasonMissing && { reason: runTexts.reasonRequired }),
  };
}

interface FaultyForm {
  errors: FormErrors;
  stock: Stock;
  record: RunWithClaims | undefined;
}

/** The alert of specification §5 for the first error; else that of a list as a whole, which has no field. */
export function alertOf(values: RunValues, { errors, stock, record }: FaultyForm): string | undefined {
  const { productionDate } = values;
  const inputs = filledInputs(values);
  const isIncomplete = inputs.some(({ item, quantity }) => item === null || !numberOf(quantity));
  if (isIncomplete) return productionTexts.lineRequired;
  if (!productionDate) return productionTexts.required;
  for (const input of inputs) {
    const fault = stockFaultOf(input, inputs, stock, record);
    if (fault) return alertText(fault, input.item?.itemName ?? '');
  }
  return [errors['inputs'], errors['outputs'], errors['losses']].find((text) => typeof text === 'string');
}
