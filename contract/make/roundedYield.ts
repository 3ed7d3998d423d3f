/** The yield of a run in whole grams that add up. */
import { Rounding } from '../core/values/rounding.ts';

/** The masses of a yield, all in one unit: grams, or milligrams behind the API. */
export type YieldMasses = Record<'inputGrams' | 'outputGrams' | 'lossGrams' | 'unexplainedGrams', number>;

/** `difference` is that between inputs and outputs, if it is rounded already. */
export function roundedYield(rounding: Rounding, exact: YieldMasses, difference?: number): YieldMasses {
  const { inputGrams, outputGrams, lossGrams, unexplainedGrams } = exact;
  const [input = 0, output = 0] = rounding.together([inputGrams, -outputGrams], inputGrams - outputGrams, difference);
  const [loss = 0, unexplained = 0] = rounding.together(
    [lossGrams, unexplainedGrams],
    lossGrams + unexplainedGrams,
    difference ?? input + output,
  );
  return { inputGrams: input, outputGrams: 0 - output, lossGrams: loss, unexplainedGrams: unexplained };
}

/**
 * The yield of a run in whole grams, from grams or, with 1000 `perGram`, milligrams: the input equals the sum of the
 * others.
 */
export function yieldInWholeGrams(exact: YieldMasses, perGram = 1): YieldMasses {
  return roundedYield(new Rounding(perGram), exact);
}
