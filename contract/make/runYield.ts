/**
 * The yield of a run by mass (docs/domain.md, Production): packaging and items without grams are left out. And its gain,
 * where more came out than went in (docs/domain.md, Bounded by mass).
 */
import { z } from 'zod';
import { quantityAnswer } from '../core/fields.ts';
import { formatQuantityWithUnit } from '../core/values/format.ts';
import { fromMilligrams, fromThousandths } from '../core/values/numbers.ts';
import { divided, percentOf } from '../core/values/ratios.ts';
import { isOfSubstance, massBeyond, withinMass } from '../stock/claims/massBound.ts';
import type { ItemPart } from '../stock/stock.ts';

/** Masses of everything but packaging. */
export const runYield = z
  .object({
    inputGrams: quantityAnswer(),
    outputGrams: quantityAnswer(),
    lossGrams: quantityAnswer(),
    unexplainedGrams: quantityAnswer().describe('Below 0 where more came out than went in.'),
    yieldPercent: quantityAnswer()
      .nullable()
      .describe('Output of input, two decimals; null without outputs, or where grams are unknown.'),
    withoutGrams: z.array(z.string()).describe('Items left out because their grams per unit are unknown.'),
  })
  .meta({ id: 'RunYield' });

/** A yield as it is behind the API, where its numbers are thousandths: its grams are milligrams. */
export type RunYield = z.output<typeof runYield>;

/** A quantity of an item, in thousandths of its unit. */
export interface MeasuredItem {
  itemName: string;
  quantity: number;
  /** Null if the grams of a unit are unknown. */
  milligramsPerUnit: number | null;
  part: ItemPart;
}

/** A loss: a mass, or a quantity of an item. */
export type Loss = { milligrams: number } | MeasuredItem;

const THOUSANDTHS = 1000n;

function isCounted({ part }: MeasuredItem): boolean {
  return part !== 'packaging';
}

type Counts = (item: MeasuredItem) => boolean;

/** Thousandths of a milligram. */
function massOf(measured: readonly MeasuredItem[], counts: Counts = isCounted): bigint {
  const counted = measured.filter(counts);
  return counted.reduce((sum, each) => sum + BigInt(each.quantity) * BigInt(each.milligramsPerUnit ?? 0), 0n);
}

function massOfLosses(losses: readonly Loss[], counts: Counts = isCounted): bigint {
  const items = losses.filter((loss) => 'part' in loss);
  const masses = losses.filter((loss) => 'milligrams' in loss);
  return massOf(items, counts) + masses.reduce((sum, { milligrams }) => sum + BigInt(milligrams) * THOUSANDTHS, 0n);
}

/** Sums inputs, outputs and losses; names inputs and outputs of unknown weight. */
export function yieldOf(
  inputs: readonly MeasuredItem[],
  outputs: readonly MeasuredItem[],
  losses: readonly Loss[],
): RunYield {
  const [input, output, loss] = [massOf(inputs), massOf(outputs), massOfLosses(losses)];
  const unknown = [...inputs, ...outputs].filter((each) => isCounted(each) && each.milligramsPerUnit === null);
  const milligramsOf = (mass: bigint) => divided(mass, THOUSANDTHS);
  return {
    inputGrams: milligramsOf(input),
    outputGrams: milligramsOf(output),
    lossGrams: milligramsOf(loss),
    unexplainedGrams: outputs.length === 0 && losses.length === 0 ? 0 : milligramsOf(input - output - loss),
    yieldPercent: unknown.length > 0 || output === 0n ? null : percentOf(output, input),
    withoutGrams: [...new Set(unknown.map(({ itemName }) => itemName))],
  };
}

/** An output, and the gain that its item allows, in thousandths of a percent. */
export interface MeasuredOutput extends MeasuredItem {
  maxGain: number;
}

/** More that came out of a run than went in. */
export interface RunGain {
  inputMilligrams: number;
  /** Outputs and losses. */
  outputMilligrams: number;
  /** Thousandths of a milligram. */
  excess: bigint;
  /** Whether the items of the outputs allow it, where the run gives a reason. */
  isAllowed: boolean;
  /** The first output that is beyond, by its position, or the last one, where losses are beyond. */
  output: number;
}

/** An output with its mass, by which it is bounded. */
function withMass<Output extends MeasuredOutput>(output: Output) {
  const { quantity, milligramsPerUnit } = output;
  return { ...output, mass: milligramsPerUnit === null ? null : BigInt(quantity) * BigInt(milligramsPerUnit) };
}

const isSubstance: Counts = ({ part }) => isOfSubstance(part);

/**
 * The gain of a run: outputs and losses beyond the inputs, all without packaging and processing aids. Undefined without
 * outputs, without a gain, and where the grams of an input are unknown.
 */
export function gainOf(
  inputs: readonly MeasuredItem[],
  outputs: readonly MeasuredOutput[],
  losses: readonly Loss[],
): RunGain | undefined {
  if (inputs.some((each) => isSubstance(each) && each.milligramsPerUnit === null)) return undefined;
  const input = massOf(inputs, isSubstance);
  const lost = massOfLosses(losses, isSubstance);
  const sum = massOf(outputs, isSubstance) + lost;
  const counted = outputs.filter(isSubstance);
  if (counted.length === 0 || sum <= input) return undefined;
  const beyond = outputs.findIndex((_, index) => massOf(outputs.slice(0, index + 1), isSubstance) > input);
  return {
    inputMilligrams: divided(input, THOUSANDTHS),
    outputMilligrams: divided(sum, THOUSANDTHS),
    excess: sum - input,
    isAllowed: massBeyond(input - lost, counted.map(withMass), true) === 0n,
    output: beyond === -1 ? outputs.length - 1 : beyond,
  };
}

/** The outputs that are not within the mass of the inputs, which have no claim. */
export function batchesBeyond<Output extends MeasuredOutput>(
  inputs: readonly MeasuredItem[],
  outputs: readonly Output[],
  hasReason: boolean,
): Output[] {
  const isWithin = withinMass(massOf(inputs, isSubstance), outputs.map(withMass), hasReason);
  return outputs.filter((_, index) => !isWithin[index]);
}

/** The masses that came out and went in as texts that differ: in kg, or where these are alike in grams. */
export function gainMasses({ outputMilligrams, inputMilligrams }: RunGain): [cameOut: string, wentIn: string] {
  const inKilograms = (milligrams: number) => formatQuantityWithUnit(fromMilligrams(milligrams), 'kg');
  const inGrams = (milligrams: number) => formatQuantityWithUnit(fromThousandths(milligrams), 'g');
  const areAlike = inKilograms(outputMilligrams) === inKilograms(inputMilligrams);
  const textOf = areAlike ? inGrams : inKilograms;
  return [textOf(outputMilligrams), textOf(inputMilligrams)];
}
