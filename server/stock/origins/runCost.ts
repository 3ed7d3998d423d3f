/**
 * The cost of a run, by the rules of process costing (docs/domain.md, Cost). All figures are paise as exact fractions;
 * masses are thousandths of a milligram: a quantity in thousandths times the milligrams of a unit.
 */
import type { ItemPart } from '#contract/stock/stock.ts';
import { HUNDRED_PERCENT } from '#contract/core/values/ratios.ts';
import {
  add,
  atLeastZero,
  quotient,
  fromInteger,
  isLess,
  multiply,
  one,
  lesser,
  subtract,
  sum,
  worthOf,
  zero,
  type Fraction,
} from './fractions.ts';
import { weightsOf, type CostedOutput } from './origins.ts';

/** Thousandths of a milligram in a kg. */
const KILOGRAM = 1_000_000_000n;

/** An input with its price in paise per unit; undefined where that is not known. */
export interface CostedInput {
  quantity: number;
  price: Fraction | undefined;
  milligrams: number | null;
  part: ItemPart;
}

/** The recipe of a run in the version that it uses. */
export interface RecipeTerms {
  itemId: number;
  /** Thousandths of the product, and milligrams of one unit. */
  quantity: number;
  milligrams: number | null;
  /** Mass of the ingredients with their planned losses, without packaging; null if one has no grams per unit. */
  inputMass: bigint | null;
  hasPlannedLoss: boolean;
  /** Thousandths of a percent, both. */
  expectedYield: number | null;
  costShare: number | null;
  /** Paise. */
  overheadPerRun: number;
  overheadPerKg: number;
  overheadPerHour: number;
}

/** Terms of a run that its cost depends on, beside its inputs and outputs. */
export interface RunTerms {
  isInProgress: boolean;
  /** Paise. */
  charges: number;
  /** Thousandths. */
  hours: number | null;
  recipe: RecipeTerms | null;
  losses: readonly RunLoss[];
}

/** A lost mass, and paise per kg that it was sold at. */
interface RunLoss {
  mass: bigint;
  scrapPrice: number | null;
  part: ItemPart;
}

export interface RunCost {
  /** The cost of the inputs; undefined where one has no price. */
  material: Fraction | undefined;
  charges: Fraction;
  /** Undefined where it is by the kg and the outputs have no grams per unit. */
  overhead: Fraction | undefined;
  /** The value of sold scrap, which lowers the cost. */
  scrap: Fraction;
  /** The other value of sold scrap: of the abnormal loss, below zero where a gain left less of it than planned. */
  abnormalScrap: Fraction;
  /** The value of by-products, which lowers the cost of the others. */
  byProducts: Fraction;
  /** The cost of the outputs that are no by-products, once all of them are made; undefined where it is unknown. */
  net: Fraction | undefined;
  /** How much of these is made, as a part of the expected quantity; above 1 where more came out than that. */
  made: Fraction | undefined;
  /**
   * The part of the cost that is in no output: in production while the run is in progress, else the abnormal loss, below
   * zero for an abnormal gain. Undefined where it is unknown.
   */
  rest: Fraction | undefined;
  /** The mass of that part, for a run whose outputs have a mass; below zero for a gain. */
  restMass: Fraction | undefined;
  /** Paise per unit of each output. */
  prices: ReadonlyMap<number, Fraction>;
  /**
   * The part of the main outputs that one thousandth of a unit of each is: of the expected ones while the run is in
   * progress, else of those that were made.
   */
  parts: ReadonlyMap<number, Fraction>;
  /** The part of what went in that one thousandth of a unit of each by-product is, by mass. */
  byProductParts: ReadonlyMap<number, Fraction>;
  /** The masses of its yield, by-products included; undefined where one is unknown. */
  inputMass: bigint | undefined;
  outputMass: bigint | undefined;
}

const percentageOf = (whole: Fraction, thousandthsOfPercent: number | bigint) =>
  multiply(whole, { numerator: BigInt(thousandthsOfPercent), denominator: BigInt(HUNDRED_PERCENT) });

/** Paise of a mass at a price per kg. */
const atPrice = (mass: Fraction, paisePerKg: number) =>
  multiply(mass, { numerator: BigInt(paisePerKg), denominator: KILOGRAM });

function materialOf(inputs: readonly CostedInput[]): Fraction | undefined {
  if (inputs.length === 0) return undefined;
  const values: Fraction[] = [];
  for (const { quantity, price } of inputs) {
    if (!price) return undefined;
    values.push(worthOf(quantity, price));
  }
  return sum(values);
}

/** The mass of the inputs, without packaging, as in the yield; undefined if an input has no grams per unit. */
function massOf(inputs: readonly CostedInput[]): bigint | undefined {
  let mass = 0n;
  for (const { quantity, milligrams, part } of inputs) {
    if (part === 'packaging') continue;
    if (milligrams === null) return undefined;
    mass += BigInt(quantity) * BigInt(milligrams);
  }
  return mass === 0n ? undefined : mass;
}

/** The mass of outputs; those without grams per unit weigh nothing. */
function massOfOutputs(outputs: readonly CostedOutput[]): bigint {
  return outputs.reduce((mass, { quantity, milligrams }) => mass + BigInt(quantity) * BigInt(milligrams ?? 0), 0n);
}

interface Masses {
  input: bigint | undefined;
  byProducts: bigint;
  lost: bigint;
}

/**
 * The weight that main outputs have together when all goes as the recipe plans; undefined where it plans nothing, or the
 * weights are not known. Where a run in progress has no recipe, all inputs that are not lost are expected.
 */
function expectedWeight(
  { recipe, isInProgress }: RunTerms,
  { input, byProducts, lost }: Masses,
  mains: readonly CostedOutput[],
  by: 'mass' | 'quantity',
): Fraction | undefined {
  if (input === undefined) return undefined;
  const isMass = by === 'mass';
  if (isMass && recipe && recipe.expectedYield !== null)
    return atLeastZero(subtract(percentageOf(fromInteger(input), recipe.expectedYield), fromInteger(byProducts)));
  // The quantity of a recipe is that of its own product: it plans nothing of what is made beside it.
  if (!recipe || mains.some(({ itemId }) => itemId !== recipe.itemId))
    return isInProgress && isMass ? atLeastZero(fromInteger(input - byProducts - lost)) : undefined;
  // A recipe that states no loss says nothing about one: a completed run has lost nothing beyond its plan.
  if (!isInProgress && !recipe.hasPlannedLoss) return undefined;
  const perUnit = isMass ? recipe.milligrams : 1;
  if (!recipe.inputMass || perUnit === null) return undefined;
  const weight = BigInt(recipe.quantity) * BigInt(perUnit);
  return multiply(fromInteger(input), { numerator: weight, denominator: recipe.inputMass });
}

interface Progress {
  /** The weight over which the cost is spread. */
  whole: Fraction;
  made: Fraction;
  by: 'mass' | 'quantity';
}

/** How much of the expected main outputs is made; undefined where their weights are not known. */
function progressOf(mains: readonly CostedOutput[], terms: RunTerms, masses: Masses): Progress | undefined {
  const { recipe, isInProgress } = terms;
  const weights = weightsOf(mains);
  if (!weights && mains.length > 0) return undefined;
  const isByMass = weights ? weights.by === 'mass' : recipe === null || recipe.milligrams !== null;
  const by = isByMass ? 'mass' : 'quantity';
  const expected = expectedWeight(terms, masses, mains, by);
  const isKnown = expected !== undefined && expected.numerator > 0n;
  if (!isKnown && (isInProgress || !weights)) return undefined;
  const actual = fromInteger(weights?.sum ?? 0n);
  const planned = isKnown ? expected : actual;
  const whole = isInProgress && isLess(planned, actual) ? actual : planned;
  return { whole, made: quotient(actual, whole), by };
}

const isPackaging = ({ part }: RunLoss) => part === 'packaging';

const soldFor = (losses: readonly RunLoss[]) =>
  sum(losses.map(({ mass, scrapPrice }) => atPrice(fromInteger(mass), scrapPrice ?? 0)));

/** The part of what was lost that is the normal loss; all of it where that is not known. */
function normalPartOf(isInProgress: boolean, masses: Masses, progress: Progress | undefined, output: bigint): Fraction {
  const { input, byProducts } = masses;
  if (isInProgress || input === undefined || progress?.by !== 'mass') return one;
  const lost = input - byProducts - output;
  const normal = atLeastZero(subtract(fromInteger(input - byProducts), progress.whole));
  return lost > 0n ? quotient(normal, fromInteger(lost)) : one;
}

/** The value of scrap that lowers the cost: that of the normal loss, and of packaging, of which none is planned. */
function scrapOf({ losses, isInProgress }: RunTerms, masses: Masses, progress: Progress | undefined, output: bigint) {
  const sold = soldFor(losses.filter((loss) => !isPackaging(loss)));
  const normal = multiply(sold, normalPartOf(isInProgress, masses, progress, output));
  return add(normal, soldFor(losses.filter(isPackaging)));
}

function overheadOf({ recipe, hours }: RunTerms, progress: Progress | undefined): Fraction | undefined {
  if (!recipe) return zero;
  const { overheadPerRun, overheadPerKg, overheadPerHour } = recipe;
  const byTime = multiply(fromInteger(overheadPerHour), { numerator: BigInt(hours ?? 0), denominator: 1000n });
  const fixed = add(fromInteger(overheadPerRun), byTime);
  if (overheadPerKg === 0) return fixed;
  return progress?.by === 'mass' ? add(fixed, atPrice(progress.whole, overheadPerKg)) : undefined;
}

/** Outputs with one share of the cost, in thousandths of a percent, which they divide by weight. */
interface ShareGroup {
  outputs: readonly CostedOutput[];
  share: bigint;
}

/**
 * Main outputs by their shares: those that have one of their own, those of the recipe's product, and the others, which
 * have the rest. Shares are in proportion where nothing is left to take the rest, or they exceed the whole.
 */
function shareGroups(mains: readonly CostedOutput[], recipe: RecipeTerms | null): ShareGroup[] {
  const isOfRecipe = (output: CostedOutput) =>
    output.costShare === null && recipe !== null && recipe.costShare !== null && output.itemId === recipe.itemId;
  const own = mains.flatMap((output) =>
    output.costShare === null ? [] : [{ outputs: [output], share: BigInt(output.costShare) }],
  );
  const ofRecipe = { outputs: mains.filter(isOfRecipe), share: BigInt(recipe?.costShare ?? 0) };
  const others = mains.filter((output) => output.costShare === null && !isOfRecipe(output));
  const stated = [...own, ofRecipe].filter(({ outputs }) => outputs.length > 0);
  const taken = stated.reduce((total, { share }) => total + share, 0n);
  if (taken === 0n && others.length === 0) return [{ outputs: mains, share: 1n }];
  const left = BigInt(HUNDRED_PERCENT) - taken;
  return others.length === 0 ? stated : [...stated, { outputs: others, share: left > 0n ? left : 0n }];
}

/** Prices of main outputs that have this value together. */
function mainPrices(mains: readonly CostedOutput[], recipe: RecipeTerms | null, value: Fraction): [number, Fraction][] {
  const groups = shareGroups(mains, recipe);
  const all = groups.reduce((total, { share }) => total + share, 0n);
  return groups.flatMap(({ outputs, share }) => {
    const weights = weightsOf(outputs);
    if (!weights) return [];
    const ofGroup = multiply(value, { numerator: share * 1000n, denominator: all * weights.sum });
    return outputs.map(({ lotId }): [number, Fraction] => [
      lotId,
      multiply(ofGroup, fromInteger(weights.perUnit.get(lotId) ?? 0n)),
    ]);
  });
}

/** By-products with their prices, which together are worth no more than `most`, the cost where it is known. */
function byProductPrices(outputs: readonly CostedOutput[], most: Fraction | undefined) {
  const priced = outputs.map(({ lotId, quantity, byProductPrice }) => {
    return { lotId, quantity, price: fromInteger(byProductPrice ?? 0) };
  });
  const set = sum(priced.map(({ quantity, price }) => worthOf(quantity, price)));
  const taken = most && isLess(most, set) ? most : set;
  const factor = set.numerator === 0n ? one : quotient(taken, set);
  return { taken, prices: priced.map(({ lotId, price }): [number, Fraction] => [lotId, multiply(price, factor)]) };
}

function byProductPartsOf(outputs: readonly CostedOutput[], input: bigint | undefined) {
  if (input === undefined) return new Map<number, Fraction>();
  return new Map(
    outputs.map(({ lotId, milligrams }) => [lotId, quotient(fromInteger(milligrams ?? 0), fromInteger(input))]),
  );
}

function partsOf(mains: readonly CostedOutput[], { isInProgress }: RunTerms, progress: Progress | undefined) {
  const weights = weightsOf(mains);
  if (!weights || !progress) return new Map<number, Fraction>();
  const whole = isInProgress ? progress.whole : fromInteger(weights.sum);
  return new Map([...weights.perUnit].map(([lotId, weight]) => [lotId, quotient(fromInteger(weight), whole)]));
}

/**
 * The cost of a run with the outputs that it has so far. Good outputs bear the normal loss; what is made beyond or below
 * the expected quantity is a gain or loss of its own, at the same price. While a run is in progress, what it has not made
 * yet bears its part of all inputs. Without weights, outputs that all have a share of their own divide the cost.
 */
export function runCostOf(inputs: readonly CostedInput[], outputs: readonly CostedOutput[], terms: RunTerms): RunCost {
  const mains = outputs.filter(({ byProductPrice }) => byProductPrice === null);
  const byProductOutputs = outputs.filter(({ byProductPrice }) => byProductPrice !== null);
  const masses = {
    input: massOf(inputs),
    byProducts: massOfOutputs(byProductOutputs),
    lost: terms.losses.reduce((mass, loss) => (isPackaging(loss) ? mass : mass + loss.mass), 0n),
  };
  const progress = progressOf(mains, terms, masses);
  const material = materialOf(inputs);
  const charges = fromInteger(terms.charges);
  const overhead = overheadOf(terms, progress);
  const gross = material && overhead && sum([material, charges, overhead]);
  const output = massOfOutputs(mains);
  const allScrap = scrapOf(terms, masses, progress, output);
  const scrap = gross ? lesser(allScrap, gross) : allScrap;
  const byProducts = byProductPrices(byProductOutputs, gross && subtract(gross, scrap));
  const net = gross && subtract(gross, add(scrap, byProducts.taken));
  const hasShares = mains.length > 0 && mains.every(({ costShare }) => costShare !== null);
  const made = progress?.made ?? (hasShares && !terms.isInProgress ? one : undefined);
  const value = net && made && multiply(net, made);
  return {
    material,
    charges,
    overhead,
    scrap,
    abnormalScrap: subtract(soldFor(terms.losses), scrap),
    byProducts: byProducts.taken,
    net,
    made,
    rest: net && value && subtract(net, value),
    restMass: progress?.by === 'mass' ? multiply(progress.whole, subtract(one, progress.made)) : undefined,
    prices: new Map([...byProducts.prices, ...(value ? mainPrices(mains, terms.recipe, value) : [])]),
    parts: partsOf(mains, terms, progress),
    byProductParts: byProductPartsOf(byProductOutputs, masses.input),
    inputMass: masses.input,
    outputMass: outputs.every(({ milligrams }) => milligrams !== null) ? output + masses.byProducts : undefined,
  };
}
