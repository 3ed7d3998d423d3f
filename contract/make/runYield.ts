/** The yield of a run by mass (docs/domain.md, Production): packaging and items without grams are left out. */
import { divided, percentOf } from '../core/values/ratios.ts';
import type { ItemPart } from '../stock/stock.ts';
import type { RunYield } from './runs.ts';

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

/** Thousandths of a milligram. */
function massOf(measured: readonly MeasuredItem[]): bigint {
  const counted = measured.filter(isCounted);
  return counted.reduce((sum, each) => sum + BigInt(each.quantity) * BigInt(each.milligramsPerUnit ?? 0), 0n);
}

function massOfLosses(losses: readonly Loss[]): bigint {
  const items = losses.filter((loss) => 'part' in loss);
  const masses = losses.filter((loss) => 'milligrams' in loss);
  return massOf(items) + masses.reduce((sum, { milligrams }) => sum + BigInt(milligrams) * THOUSANDTHS, 0n);
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
