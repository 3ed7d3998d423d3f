/** Claims of what was made of lots without a supplier, which no certificate proves. */
import { expect, test } from 'vitest';
import type { Claim } from '#contract/stock/stock.ts';
import { claimsOf, declaredClaims } from './claims.ts';
import type { Origins, Source } from './origins.ts';

const RUN = 1;
const [ORGANIC, OTHER, MADE] = [1, 2, 3];

const sourceOf = (lotId: number, own: Partial<Source>): Source => ({
  lotId,
  itemId: lotId,
  origin: 'opening',
  parentLotId: null,
  price: null,
  runId: null,
  supplierId: null,
  receivedOn: '2026-04-01',
  claim: null,
  certificateId: null,
  milligrams: 1_000_000,
  part: 'ingredient',
  documented: 100_000,
  surplus: 0,
  ...own,
});

/** A run that takes quantities of two opening lots, in thousandths of a kg, and makes a third lot. */
function mixed(entered: Claim, organic: number, other: number): Origins {
  const output = { runId: RUN, lotId: MADE, itemId: MADE, quantity: organic + other, milligrams: 1_000_000 };
  const bounds = { part: 'ingredient', maxGain: 0, hasGainReason: 0, costShare: null, byProductPrice: null } as const;
  const inputs = [
    { runId: RUN, lotId: ORGANIC, quantity: organic },
    { runId: RUN, lotId: OTHER, quantity: other },
  ].filter(({ quantity }) => quantity > 0);
  return {
    sources: new Map([
      [ORGANIC, sourceOf(ORGANIC, { claim: entered })],
      [OTHER, sourceOf(OTHER, { claim: 'conventional' })],
      [MADE, sourceOf(MADE, { origin: 'produced', runId: RUN })],
    ]),
    inputs: new Map([[RUN, inputs]]),
    outputs: new Map([[RUN, [{ ...output, ...bounds }]]]),
  };
}

test.each([
  ['organic', 95_000, 5000, 'organic'],
  ['organic', 94_999, 5001, 'madeWithOrganic'],
  ['organic', 70_000, 30_000, 'madeWithOrganic'],
  ['organic', 69_999, 30_001, 'conventional'],
  ['inConversion', 100_000, 0, 'inConversion'],
  ['inConversion', 99_999, 1, 'conventional'],
] as const)('%s, %i of it with %i conventional: %s', (entered, organic, other, claim) => {
  const origins = mixed(entered, organic, other);
  expect(claimsOf(origins, []).get(MADE)?.claim).toBe(claim);
  expect(declaredClaims(origins, []).get(MADE)).toBe(claim);
});
