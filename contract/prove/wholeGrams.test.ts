import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyBalance } from '#test/massBalances.ts';
import type { MassBalance } from './massBalance.ts';
import { movementDirections, movementKinds, type MovementKind } from '../stock/stock.ts';
import { balanceInWholeGrams, type ShownBalance } from './wholeGrams.ts';
import { yieldInWholeGrams } from '../make/roundedYield.ts';

const MILLIGRAMS = 1000;
const signOf = (kind: MovementKind) => (movementDirections[kind] === 'in' ? 1 : -1);
const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);

const milligrams = fc.oneof(
  fc.integer({ min: 0, max: 3000 }),
  fc.integer({ min: 0, max: 9_000_000_000 }),
  fc.integer({ min: 0, max: 9_000_000 }).map((grams) => grams * MILLIGRAMS),
);
const lot = fc.record({ sold: milligrams, left: milligrams.map((mass) => mass - 500), lost: milligrams });
const product = fc.record({ made: milligrams, output: milligrams, loss: milligrams, gap: milligrams, lot });
/** Each figure of an answer is rounded to a milligram by itself. */
const off = fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 40, maxLength: 40 });

const parts = fc.record({
  products: fc.array(product, { maxLength: 4 }),
  asItWas: lot,
  opening: milligrams,
  inProgress: milligrams,
  covered: fc.record({ proved: milligrams, other: milligrams, left: milligrams, unproved: milligrams }),
  moved: fc.array(fc.integer({ min: 0, max: 90_000_000 }), { minLength: 11, maxLength: 11 }),
  gramsPerUnit: fc.option(milligrams),
  off,
});

/** A mass balance in milligrams whose figures are sums of these parts. */
function balanceOf({ products, asItWas, opening, inProgress, covered, moved, gramsPerUnit, ...rest }: Parts) {
  const noise = [...rest.off];
  const near = (mass: number) => (mass === 0 ? 0 : mass + (noise.pop() ?? 0));
  const all = (own: (of: Parts['products'][number]) => number) => sum(products.map(own));
  const [sold, left, lost] = (['sold', 'left', 'lost'] as const).map(
    (part) => all(({ lot: own }) => own[part]) + asItWas[part],
  );
  const [output, loss, gap] = [all((own) => own.output), all((own) => own.loss), all((own) => own.gap)];
  const uses = (sold ?? 0) + (left ?? 0) + (lost ?? 0) + loss + gap + inProgress;
  const yieldOf = (made: number, gone: number, missing: number) => ({
    inputGrams: near(made + gone + missing),
    outputGrams: near(made),
    lossGrams: near(gone),
    unexplainedGrams: near(missing),
    yieldPercent: null,
  });
  const instead = Math.min(covered.unproved, covered.left);
  const [first = 0, ...others] = moved;
  const lines = movementKinds.map((kind, index) => ({
    kind,
    quantity: others[index] ?? 0,
    grams: null,
    documents: 0,
    entries: [],
  }));
  const closing = first + sum(lines.map(({ kind, quantity }) => signOf(kind) * quantity));
  const leftGrams = near(covered.left);
  const cover = {
    boughtGrams: covered.proved + covered.other + covered.left,
    soldGrams: near(covered.proved + covered.unproved),
    otherGrams: near(covered.other),
    leftGrams,
    shortGrams: covered.unproved - instead,
    standInGrams: instead === covered.left ? leftGrams : instead,
  };
  const balance: MassBalance = {
    ...emptyBalance,
    gramsPerUnit,
    lines,
    opening: first,
    closing,
    covered: { ...cover, schemes: [{ scheme: 'NPOP', ...cover, madeGrams: opening }] },
    conversion: { ...yieldOf(output, loss, gap), inProgressGrams: near(inProgress) },
    yields: products.map((own, index) => ({
      itemId: index,
      productId: index,
      itemName: '',
      runs: 1,
      expectedPercent: null,
      yearBeforePercent: null,
      ...yieldOf(own.output, own.loss, own.gap),
    })),
    family: {
      openingGrams: near(opening),
      boughtGrams: near(uses - opening),
      soldGrams: near(sold ?? 0),
      leftGrams: near(left ?? 0),
      lostGrams: near(lost ?? 0),
      conversionGrams: near(loss + gap + inProgress),
      products: products.map(({ made, lot: own }, index) => ({
        itemId: index,
        itemName: '',
        madeGrams: made,
        soldGrams: near(own.sold),
        leftGrams: near(own.left),
        lostGrams: near(own.lost),
      })),
    },
  };
  return { balance, isProved: covered.unproved === 0, isShort: covered.unproved > instead };
}

type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

function expectYield({
  inputGrams,
  outputGrams,
  lossGrams,
  unexplainedGrams,
}: MassBalance['conversion'] | MassBalance['yields'][number]) {
  expect(inputGrams).toBe(outputGrams + lossGrams + unexplainedGrams);
}

/** All that a reader can add up. */
function expectSums({ lines, conversion, yields, family, covered, ...rest }: ShownBalance): void {
  expectYield(conversion);
  yields.forEach(expectYield);
  for (const part of ['inputGrams', 'outputGrams', 'lossGrams', 'unexplainedGrams'] as const) {
    if (yields.length > 0) expect(sum(yields.map((own) => own[part]))).toBe(conversion[part]);
  }
  if (!family || !covered) throw new Error('these have both');
  const { openingGrams, boughtGrams, soldGrams, leftGrams, lostGrams, conversionGrams } = family;
  expect(openingGrams + boughtGrams).toBe(soldGrams + leftGrams + lostGrams + conversionGrams);
  expect(conversionGrams).toBe(conversion.lossGrams + conversion.unexplainedGrams + conversion.inProgressGrams);
  if (rest.gramsPerUnit === null) return;
  const signed = lines.map(({ kind, grams }) => signOf(kind) * (grams ?? 0));
  expect((rest.openingGrams ?? 0) + sum(signed)).toBe(rest.closingGrams);
}

describe('whole grams that are shown together add up', () => {
  test('in a mass balance every sum is exact, and no part is a gram or more off', () => {
    fc.assert(
      fc.property(parts, (own) => {
        const { balance, isProved, isShort } = balanceOf(own);
        const shown = balanceInWholeGrams(balance, MILLIGRAMS);
        expectSums(shown);
        const [{ covered: exact, family }, { covered }] = [balance, shown];
        if (!exact || !covered || !family) throw new Error('these have both');
        const { boughtGrams, soldGrams, otherGrams, leftGrams, shortGrams, standInGrams } = covered;
        // Under the only scheme it is the same as in all.
        expect(covered.schemes).toEqual([
          {
            scheme: 'NPOP',
            boughtGrams,
            soldGrams,
            otherGrams,
            leftGrams,
            shortGrams,
            standInGrams,
            madeGrams: expect.any(Number),
          },
        ]);
        expect(boughtGrams).toBe(soldGrams - shortGrams - standInGrams + otherGrams + leftGrams);
        if (isProved) expect(boughtGrams).toBe(soldGrams + otherGrams + leftGrams);
        if (isShort) expect(boughtGrams + shortGrams).toBe(soldGrams + otherGrams);
        expect(shortGrams > 0).toBe(isShort);
        const pairs = [
          [boughtGrams, exact.boughtGrams],
          [leftGrams, exact.leftGrams],
          [otherGrams, exact.otherGrams],
          [standInGrams, exact.standInGrams],
          ...(['openingGrams', 'boughtGrams', 'soldGrams', 'leftGrams', 'lostGrams'] as const).map((part) => [
            shown.family?.[part],
            family[part],
          ]),
          ...(['inputGrams', 'outputGrams', 'lossGrams', 'unexplainedGrams', 'inProgressGrams'] as const).map(
            (part) => [shown.conversion[part], balance.conversion[part]],
          ),
        ];
        for (const [grams = Number.NaN, mass = 0] of pairs) {
          expect(Math.abs(grams % MILLIGRAMS)).toBe(0);
          // A milligram more, since that is how well the sums of an answer are known.
          expect(Math.abs(grams - mass)).toBeLessThan(MILLIGRAMS + 8);
          if (mass === 0) expect(grams).toBe(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [
      [185_000_998, 92_500_499, 92_500_499, 0],
      [185_001, 92_501, 92_500, 0],
    ],
    [
      [100_000, 33_333, 33_333, 33_334],
      [100, 33, 33, 34],
    ],
    [
      [2_000, 1_500, 1_000, -500],
      [2, 1, 1, 0],
    ],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  ])(
    'in the yield of a run: %j milligrams are %j grams',
    ([inputGrams = 0, outputGrams = 0, lossGrams = 0, unexplainedGrams = 0], grams) => {
      const shown = yieldInWholeGrams({ inputGrams, outputGrams, lossGrams, unexplainedGrams }, MILLIGRAMS);
      expect([shown.inputGrams, shown.outputGrams, shown.lossGrams, shown.unexplainedGrams]).toEqual(
        grams.map((own) => own * MILLIGRAMS),
      );
      const inGrams = [inputGrams, outputGrams, lossGrams, unexplainedGrams].map((mass) => mass / MILLIGRAMS);
      const [a = 0, b = 0, c = 0, d = 0] = inGrams;
      expect(
        Object.values(yieldInWholeGrams({ inputGrams: a, outputGrams: b, lossGrams: c, unexplainedGrams: d })),
      ).toEqual(grams);
    },
  );
});
