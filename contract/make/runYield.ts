/** The yield of a run by mass (docs/domain.md, Production): packaging and items without grams are left out. */
import { divided, percentOf } from '../core/values/ratios.ts';
import type { ItemPart } from '../stock/stock.ts';

/** A quantity of an item, in thousandths of its unit. */
export interface Measured {
  itemName: string;
  quantity: number;
  /** Null if the grams of a unit are unknown. */
  milligramsPerUnit: number | null;
  part: ItemPart;
}

/** A loss: milligrams, or a quantity of an item. */
export type Lost = { milligrams: number } | Measured;

/** Milligrams and hundredths of a percent. */
export interface Yield {
  inputGrams: number;
  outputGrams: number;
  lossGrams: number;
  unexplainedGrams: number;
  yieldPercent: number | null;
  withoutGrams: string[];
}

const THOUSANDTHS = 1000n;

function isCounted({ part }: Measured): boolean {
  return part !== 'packaging';
}

/** Thousandths of a milligram. */
function massOf(measured: readonly Measured[]): bigint {
  const counted = measured.filter(isCounted);
  return counted.reduce((sum, each) => sum + BigInt(each.quantity) * BigInt(each.milligramsPerUnit ?? 0), 0n);
}

/** Sums inputs, outputs and losses; names inputs and outputs of unknown weight. */
export function yieldOf(inputs: readonly Measured[], outputs: readonly Measured[], losses: readonly Lost[]): Yield {
  const pieces = losses.filter((loss) => 'part' in loss);
  const lost =
    massOf(pieces) +
    losses.reduce((sum, loss) => sum + ('milligrams' in loss ? BigInt(loss.milligrams) * THOUSANDTHS : 0n), 0n);
  const [input, output] = [massOf(inputs), massOf(outputs)];
  const unknown = [...inputs, ...outputs].filter((each) => isCounted(each) && each.milligramsPerUnit === null);
  const milligramsOf = (mass: bigint) => divided(mass, THOUSANDTHS);
  return {
    inputGrams: milligramsOf(input),
    outputGrams: milligramsOf(output),
    lossGrams: milligramsOf(lost),
    unexplainedGrams: outputs.length === 0 && losses.length === 0 ? 0 : milligramsOf(input - output - lost),
    yieldPercent: unknown.length > 0 || output === 0n ? null : percentOf(output, input),
    withoutGrams: [...new Set(unknown.map(({ itemName }) => itemName))],
  };
}
