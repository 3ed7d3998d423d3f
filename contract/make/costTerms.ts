/** Fields of runs and recipes that their cost follows from (docs/domain.md, Cost). */
import type { z } from 'zod';
import { areValid, validEntries } from '../core/betweenFields.ts';
import { money, moneyAnswer, quantity, quantityAnswer } from '../core/fields.ts';
import { changeTexts, fieldTexts } from '../core/sharedTexts.ts';
import { HUNDRED_PERCENT } from '../core/values/ratios.ts';

export const costTexts = {
  title: 'Cost',
  oneOfBoth: 'A by-product takes its value off the cost, and has no share of it.',
  sharesTooLarge: 'The shares come to more than 100 %.',
  hoursInvalid: 'Enter hours above 0 with at most 3 decimals.',
  add: 'Add cost',
  chargesOf: 'Charges',
  hours: (count: string) => (count === '1' ? '1 hour' : `${count} hours`),
  shareOf: (percent: string) => `, ${percent} of the cost`,
  byProductAt: (rupees: string, unit: string) => `, by-product at ${rupees} a ${unit}`,
  soldAt: (rupees: string) => ` sold at ${rupees} a kg`,
  costOf: (name: string) => `Cost of ${name}`,
} as const;

/** Field labels of a run, on the form and in the history. */
export const runCostLabels = {
  charges: 'Charges (₹)',
  hours: 'Hours',
} as const;

/** Field labels of an output and of a loss. */
export const outputCostLabels = {
  costShare: 'Share of cost (%)',
  byProductPrice: 'By-product, ₹ per unit',
} as const;
export const scrapPriceLabel = 'Sold at (₹ per kg)';

/** Field labels of a recipe. */
export const recipeCostLabels = {
  overheadPerRun: 'Overhead per run (₹)',
  overheadPerKg: 'Overhead per kg (₹)',
  overheadPerHour: 'Overhead per hour (₹)',
  costShare: 'Share of cost (%)',
} as const;

const percent = quantity(fieldTexts.percentInvalid, { min: 0, max: HUNDRED_PERCENT });
const keeps = changeTexts.keepsStored;

/** Fields of bodies. */
export const costFields = {
  run: {
    charges: money().optional().describe(`Wages, job work and the like of this run alone. ${keeps}`),
    hours: quantity(costTexts.hoursInvalid).nullish().describe(`How long it took, for the overhead per hour. ${keeps}`),
  },
  output: {
    costShare: percent
      .nullish()
      .describe(`Its share of the cost of the run, in percent; null where recipe or mass decide. ${keeps}`),
    byProductPrice: money()
      .nullish()
      .describe(`Rupees per unit that it takes off the cost of the others, as a by-product. ${keeps}`),
  },
  loss: {
    scrapPrice: money().nullish().describe(`Rupees per kg that it was sold at, which lower the cost. ${keeps}`),
  },
  recipe: {
    overheadPerRun: money().optional().describe(`Overhead of each run. ${keeps}`),
    overheadPerKg: money().optional().describe(`Overhead of each kg that comes out. ${keeps}`),
    overheadPerHour: money().optional().describe(`Overhead of each hour of a run. ${keeps}`),
    costShare: percent
      .nullish()
      .describe(`Share of the product in the cost of a run with other outputs, in percent; null by mass. ${keeps}`),
  },
};

/** The same fields in answers. */
export const costAnswers = {
  run: { charges: moneyAnswer(), hours: quantityAnswer().nullable() },
  output: { costShare: quantityAnswer().nullable(), byProductPrice: moneyAnswer().nullable() },
  loss: { scrapPrice: moneyAnswer().nullable() },
  recipe: {
    overheadPerRun: moneyAnswer(),
    overheadPerKg: moneyAnswer(),
    overheadPerHour: moneyAnswer(),
    costShare: quantityAnswer().nullable(),
  },
};

interface SharedCost {
  costShare?: number | null | undefined;
  byProductPrice?: number | null | undefined;
}

/** Whether an output has at most one of both. */
export function isShareOrByProduct({ costShare, byProductPrice }: SharedCost): boolean {
  return typeof costShare !== 'number' || typeof byProductPrice !== 'number';
}

/** Refuses an output that has both. */
export const shareOrByProduct = {
  error: costTexts.oneOfBoth,
  path: ['costShare'],
  when: areValid('costShare', 'byProductPrice'),
};

/** Refuses outputs whose shares come to more than the whole, at the last of them. */
export function refuseLargeShares({ outputs }: { outputs: SharedCost[] }, context: z.RefinementCtx): void {
  const shared = validEntries(context, 'outputs', outputs, 'costShare').filter(([, { costShare }]) => costShare);
  const sum = shared.reduce((total, [, { costShare }]) => total + (costShare ?? 0), 0);
  const [last] = shared.at(-1) ?? [];
  if (last === undefined || sum <= HUNDRED_PERCENT) return;
  context.addIssue({ code: 'custom', message: costTexts.sharesTooLarge, path: ['outputs', last, 'costShare'] });
}
