/** Mass balances for tests of what is computed from one. */
import type { MassBalance } from '#contract/prove/massBalance.ts';

/** The mass balance of a raw material without movements, lots and counts, of all days. */
export const emptyBalance: MassBalance = {
  itemId: 1,
  rawMaterialId: 1,
  itemName: 'Turmeric',
  unit: 'kg',
  gramsPerUnit: 1000,
  lotCode: null,
  from: null,
  to: null,
  lines: [],
  opening: 0,
  closing: 0,
  counted: null,
  countedOn: null,
  countedLedger: null,
  countedLots: 0,
  countDays: [],
  variance: 0,
  variancePercent: null,
  tolerancePercent: null,
  withinTolerance: null,
  withoutGrams: [],
  conversion: {
    inputGrams: 0,
    outputGrams: 0,
    lossGrams: 0,
    unexplainedGrams: 0,
    inProgressGrams: 0,
    yieldPercent: null,
  },
  yields: [],
};
