/** The published figures of process and joint costing, and what they leave open. */
import { describe, expect, test } from 'vitest';
import type { ItemPart } from '#contract/stock/stock.ts';
import { add, fromInteger, multiply, rounded, roundedSigned, zero, type Fraction } from './fractions.ts';
import type { CostedOutput } from './origins.ts';
import { runCostOf, type CostedInput, type RecipeTerms, type RunTerms } from './runCost.ts';

/** A kg in milligrams, which is also the weight of one unit here. */
const KG = 1_000_000;

const input = (kg: number, price: number): CostedInput => {
  return { quantity: kg * 1000, price: fromInteger(price), milligrams: KG, part: 'ingredient' };
};
const output = (lotId: number, kg: number, over: Partial<CostedOutput> = {}): CostedOutput => {
  const own = { costShare: null, byProductPrice: null };
  return { runId: 1, lotId, itemId: lotId, quantity: kg * 1000, milligrams: KG, ...own, ...over };
};
const terms = (over: Partial<RunTerms> = {}): RunTerms => {
  return { isInProgress: false, charges: 0, hours: null, recipe: null, losses: [], ...over };
};
const recipe = (over: Partial<RecipeTerms> = {}): RecipeTerms => ({
  itemId: 1,
  quantity: 1000,
  milligrams: KG,
  inputMass: BigInt(KG) * 1000n,
  hasPlannedLoss: false,
  expectedYield: null,
  costShare: null,
  overheadPerRun: 0,
  overheadPerKg: 0,
  overheadPerHour: 0,
  ...over,
});
/** A loss in kg, sold at paise per kg. */
const lost = (kg: number, scrapPrice: number | null = null, part: ItemPart = 'ingredient') => {
  return { mass: BigInt(kg) * 1_000_000_000n, scrapPrice, part };
};

const isFraction = (value: Fraction | undefined): value is Fraction => value !== undefined;
/** Rounded paise of either sign; null where it is unknown. */
function paise(value: Fraction | undefined): number | null {
  if (!value) return null;
  if (value.numerator >= 0n) return rounded(value);
  return -(rounded({ ...value, numerator: -value.numerator }) ?? Number.NaN);
}
const valueOf = (cost: ReturnType<typeof runCostOf>, made: CostedOutput) => {
  const price = cost.prices.get(made.lotId);
  return price && multiply(price, { numerator: BigInt(made.quantity), denominator: 1000n });
};

describe('a process with a normal loss of 10 % that is sold at 1.80', () => {
  const planned = recipe({ expectedYield: 90_000, overheadPerRun: 90_000 });
  const costWith = (kg: number) => {
    const made = output(1, kg);
    const loss = { charges: 180_000, recipe: planned, losses: [lost(1000 - kg, 180)] };
    const cost = runCostOf([input(1000, 1800)], [made], terms(loss));
    const restKg = cost.restMass && paise(multiply(cost.restMass, { numerator: 1n, denominator: 1_000_000_000n }));
    return { price: paise(cost.prices.get(1)), value: paise(valueOf(cost, made)), rest: paise(cost.rest), restKg };
  };

  test('costs 22.80 a kg for 900 kg of 1,000', () => {
    expect(costWith(900)).toEqual({ price: 2280, value: 2_052_000, rest: 0, restKg: 0 });
  });

  test('has an abnormal loss of 100 kg at the same price where 800 kg come out', () => {
    expect(costWith(800)).toEqual({ price: 2280, value: 1_824_000, rest: 228_000, restKg: 100 });
  });

  test('has an abnormal gain of 1,140 where 950 kg come out, which are worth 21,660', () => {
    expect(costWith(950)).toEqual({ price: 2280, value: 2_166_000, rest: -114_000, restKg: -50 });
  });
});

test('a planned loss of 10 % of the output, sold at 4.00, makes 13,200 kg for 1,84,800 cost 15.00', () => {
  const planned = recipe({ inputMass: BigInt(KG) * 1100n, hasPlannedLoss: true });
  const cost = runCostOf(
    [input(13_200, 1400)],
    [output(1, 12_000)],
    terms({ recipe: planned, losses: [lost(1200, 400)] }),
  );
  expect([paise(cost.material), paise(cost.scrap), paise(cost.prices.get(1)), paise(cost.rest)]).toEqual([
    18_480_000, 480_000, 1500, 0,
  ]);
});

describe('outputs share the cost', () => {
  const shared = (outputs: CostedOutput[], over: Partial<RunTerms> = {}) => {
    const cost = runCostOf([input(6000, 1000)], outputs, terms(over));
    return outputs.map((each) => paise(valueOf(cost, each)));
  };

  test('by mass: 60,000 over 4,000 and 2,000 kg are 40,000 and 20,000', () => {
    expect(shared([output(1, 4000), output(2, 2000)])).toEqual([4_000_000, 2_000_000]);
  });

  test('by their own shares, the rest by mass', () => {
    const own = [output(1, 3000, { costShare: 70_000 }), output(2, 1000), output(3, 2000)];
    expect(shared(own)).toEqual([4_200_000, 600_000, 1_200_000]);
  });

  test('by the share of the product of the recipe, over all of its batches', () => {
    const planned = recipe({ costShare: 80_000 });
    const batches = [output(1, 1000, { itemId: 1 }), output(2, 3000, { itemId: 1 }), output(3, 2000)];
    expect(shared(batches, { recipe: planned })).toEqual([1_200_000, 3_600_000, 1_200_000]);
  });

  test('with a by-product that takes a set value off the rest, at most all of it', () => {
    const bran = (price: number) => [output(1, 5000), output(2, 1000, { byProductPrice: price })];
    expect(shared(bran(600))).toEqual([5_400_000, 600_000]);
    expect(shared(bran(9000))).toEqual([0, 6_000_000]);
  });

  test('in proportion where shares leave nothing for no one, and without grams per unit where all have one', () => {
    expect(shared([output(1, 10, { costShare: 30_000 }), output(2, 20, { costShare: 30_000 })])).toEqual([
      3_000_000, 3_000_000,
    ]);
    const jars = [
      output(1, 10, { costShare: 25_000, milligrams: null }),
      output(2, 20, { costShare: 75_000, milligrams: null }),
    ];
    expect(shared(jars)).toEqual([1_500_000, 4_500_000]);
    expect(shared(jars, { isInProgress: true })).toEqual([null, null]);
  });
});

describe('overhead', () => {
  test('is per run, per kg of output and per hour', () => {
    const planned = recipe({ overheadPerRun: 50_000, overheadPerKg: 150, overheadPerHour: 20_000 });
    const cost = runCostOf([input(100, 1000)], [output(1, 80)], terms({ recipe: planned, hours: 2500 }));
    expect(paise(cost.overhead)).toBe(50_000 + 80 * 150 + 50_000);
    expect([paise(cost.material), paise(cost.prices.get(1))]).toEqual([100_000, (100_000 + 112_000) / 80]);
  });

  test('per kg of outputs without grams per unit is unknown, and so is their cost', () => {
    const jars = output(1, 80, { milligrams: null });
    const planned = recipe({ overheadPerKg: 150, milligrams: null });
    const cost = runCostOf([input(100, 1000)], [jars], terms({ recipe: planned }));
    expect([cost.overhead, cost.prices.get(1)]).toEqual([undefined, undefined]);
  });
});

describe('a run in progress', () => {
  test('costs all that went in over all that is expected, and what is not made yet is in production', () => {
    const planned = recipe({ expectedYield: 90_000 });
    const made = output(1, 90);
    const cost = runCostOf([input(1000, 1000)], [made], terms({ isInProgress: true, recipe: planned }));
    expect([paise(cost.prices.get(1)), paise(valueOf(cost, made)), paise(cost.rest)]).toEqual([1111, 100_000, 900_000]);
  });

  test('without a recipe expects all that went in and is not lost', () => {
    const cost = runCostOf([input(1000, 1000)], [output(1, 100)], terms({ isInProgress: true, losses: [lost(200)] }));
    expect([paise(cost.prices.get(1)), paise(cost.rest)]).toEqual([1250, 875_000]);
  });

  test('counts pieces by the recipe where they have no grams per unit, else its batches have no cost yet', () => {
    const jars = output(1, 10, { milligrams: null });
    const planned = recipe({ quantity: 100_000, milligrams: null, inputMass: BigInt(KG) * 20_000n });
    const costWith = (of: RecipeTerms | null) =>
      runCostOf([input(20, 10_000)], [jars], terms({ isInProgress: true, recipe: of }));
    expect([paise(costWith(planned).prices.get(1)), paise(costWith(planned).rest)]).toEqual([2000, 180_000]);
    expect([costWith(null).prices.get(1), costWith(null).rest]).toEqual([undefined, undefined]);
  });

  test('with nothing made is in production as a whole', () => {
    const cost = runCostOf([input(10, 1000)], [], terms({ isInProgress: true, charges: 500 }));
    expect([paise(cost.rest), cost.prices.size]).toEqual([10_500, 0]);
  });

  test('with more than was expected has nothing left', () => {
    const planned = recipe({ expectedYield: 50_000 });
    const cost = runCostOf([input(10, 1000)], [output(1, 8)], terms({ isInProgress: true, recipe: planned }));
    expect([paise(cost.prices.get(1)), paise(cost.rest)]).toEqual([1250, 0]);
  });
});

test('planned losses of a recipe say nothing of what is made beside its product', () => {
  const planned = recipe({
    quantity: 60_000,
    inputMass: BigInt(KG) * 100_000n,
    hasPlannedLoss: true,
    costShare: 70_000,
  });
  const outputs = [output(1, 60), output(2, 35)];
  const cost = runCostOf([input(100, 3000)], outputs, terms({ recipe: planned }));
  expect(outputs.map((each) => paise(valueOf(cost, each)))).toEqual([210_000, 90_000]);
  expect(paise(cost.rest)).toBe(0);
});

test('an output with a share of 0 costs nothing, beside one without a share', () => {
  const outputs = [output(1, 60), output(2, 40, { costShare: 0 })];
  const cost = runCostOf([input(100, 3000)], outputs, terms());
  expect(outputs.map((each) => paise(valueOf(cost, each)))).toEqual([300_000, 0]);
});

test('sold packaging lowers the cost as a whole, and is no loss of mass', () => {
  const planned = recipe({ expectedYield: 90_000 });
  const losses = [lost(200, 100), lost(1, 10_000, 'packaging')];
  const cost = runCostOf([input(1000, 1000)], [output(1, 800)], terms({ recipe: planned, losses }));
  // Half of the scrap is of the normal loss.
  expect(paise(cost.scrap)).toBe(10_000 + 10_000);
});

test('an abnormal gain is exact, also where it is no whole number', () => {
  const planned = recipe({ expectedYield: 90_000 });
  const cost = runCostOf([input(1000, 2000)], [output(1, 950)], terms({ recipe: planned, losses: [lost(50, 500)] }));
  expect(roundedSigned(cost.rest ?? zero)).toBe(-108_333);
  expect([cost.rest?.numerator, cost.rest?.denominator]).toEqual([-325_000n, 3n]);
});

test('outputs, sold scrap and the rest that is in neither are worth exactly what went in', () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 2000; round += 1) {
    const outputs = Array.from({ length: random(4) + 1 }, (_, index) =>
      output(index + 1, random(90) + 1, {
        costShare: random(3) === 0 ? random(50_000) : null,
        byProductPrice: random(4) === 0 ? random(3000) : null,
      }),
    );
    const planned = recipe({
      expectedYield: random(2) === 0 ? random(120_000) + 1 : null,
      inputMass: BigInt(KG * (random(2000) + 1)),
      hasPlannedLoss: random(2) === 0,
      costShare: random(2) === 0 ? random(100_000) : null,
      overheadPerRun: random(9000),
      overheadPerKg: random(300),
    });
    const over = {
      isInProgress: random(2) === 0,
      charges: random(5000),
      recipe: random(3) === 0 ? null : planned,
      losses: [lost(random(5), random(500))],
    };
    const cost = runCostOf(
      [input(random(100) + 1, random(1000)), input(random(9) + 1, random(70))],
      outputs,
      terms(over),
    );
    if (!cost.net || !cost.rest) continue;
    const values = outputs.map((each) => valueOf(cost, each)).filter(isFraction);
    const parts = [cost.material, cost.charges, cost.overhead].filter(isFraction);
    const gross = parts.reduce(add);
    expect([...values, cost.rest, cost.scrap].reduce(add), `round ${round}`).toEqual(gross);
    for (const value of values) expect(value.numerator >= 0n, `round ${round}`).toBe(true);
  }
});
