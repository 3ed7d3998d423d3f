/**
 * The claims of a world under each scheme, by the rules of docs/domain.md (Claims under schemes, Bounded by mass), computed
 * apart from the product: its thresholds, bounds and certificates are written down here once more.
 */
import type { SchemeClaim } from '#contract/stock/claims/schemes.ts';
import {
  add,
  fromInteger,
  isLess,
  lesser,
  multiply,
  one,
  quotient,
  zero,
  type Fraction,
} from '#server/stock/origins/fractions.ts';
import { certifiedSchemes, type Certified } from './certifiedSchemes.ts';
import { massOf, type Moved, type TracedWorld, type WorldLot } from './tracedWorld.ts';

type CertifiedScheme = keyof typeof certifiedSchemes;
type WorldRun = TracedWorld['runs'][number];

/** Percent of the ingredients from which a product is organic, and made with organic; null where the scheme has no such status. */
const thresholds: Readonly<Record<CertifiedScheme, readonly [organic: number, madeWith: number | null]>> = {
  NPOP: [95, 70],
  EU: [95, null],
  NOP: [95, 70],
};

/** How much of a lot's ingredients is organic under a scheme, and how much of its mass is ingredients. */
interface Part {
  organic: Fraction;
  ingredients: Fraction;
}

const nothing: Part = { organic: zero, ingredients: one };
const massOfLot = (lot: WorldLot) => massOf([lot]);
const isAtLeast = (share: Fraction, percent: number) =>
  !isLess(share, { numerator: BigInt(percent), denominator: 100n });

/** How much of a lot is no surplus of counts. */
function documentedPart({ quantity, found, lost }: WorldLot): Fraction {
  const surplus = [...found.values()].reduce((sum, each) => sum + each, 0) - lost;
  return { numerator: BigInt(quantity), denominator: BigInt(quantity + Math.max(0, surplus)) };
}

/** The least mass that can have become a lot: without the gain that its item allows, if the run has a reason. */
export function neededFor(lot: WorldLot, hasReason: boolean): Fraction {
  const gain = BigInt(hasReason ? lot.item.maxGain : 0);
  return multiply(fromInteger(massOfLot(lot)), { numerator: 100_000n, denominator: 100_000n + gain });
}

/** The outputs of a run that are within its mass, in their order. */
function outputsWithin({ inputs, outputs, hasReason }: WorldRun): WorldLot[] {
  const wentIn = massOf(inputs.map(({ lot, quantity }) => ({ item: lot.item, quantity })));
  let needed = zero;
  return outputs.filter((lot) => {
    needed = add(needed, neededFor(lot, hasReason));
    return !isLess(fromInteger(wentIn), needed);
  });
}

function sumOf(inputs: readonly Moved[], of: (input: Moved) => Fraction): Fraction {
  return inputs.reduce((sum, input) => add(sum, of(input)), zero);
}

/** The parts of a run's outputs, by what went in; those beyond its mass have nothing. */
function partsOfRun(run: WorldRun, partOf: (lot: WorldLot) => Part): Map<WorldLot, Part> {
  const ingredients = run.inputs.filter(({ lot }) => lot.item.part === 'ingredient');
  const massIn = ({ lot, quantity }: Moved) =>
    multiply(fromInteger(massOf([{ item: lot.item, quantity }])), partOf(lot).ingredients);
  const total = sumOf(ingredients, massIn);
  const organic = sumOf(ingredients, (input) =>
    multiply(massIn(input), multiply(partOf(input.lot).organic, documentedPart(input.lot))),
  );
  const within = outputsWithin(run);
  const cameOut = within.reduce((sum, lot) => sum + massOfLot(lot), 0n);
  const share = total.numerator > 0n ? quotient(organic, total) : zero;
  const ofMass = cameOut > 0n ? lesser(one, quotient(total, fromInteger(cameOut))) : one;
  return new Map(within.map((lot) => [lot, { organic: share, ingredients: ofMass }]));
}

/** The claims that certificates prove of each lot, in the order of the schemes. */
export function expectedClaims(world: TracedWorld): Map<WorldLot, SchemeClaim[]> {
  const claims = new Map(world.lots.map((lot): [WorldLot, SchemeClaim[]] => [lot, []]));
  const schemes: readonly CertifiedScheme[] = ['NPOP', 'EU', 'NOP'];
  for (const scheme of schemes) {
    const { suppliers, products }: Certified = certifiedSchemes[scheme];
    const parts = new Map<WorldLot, Part>();
    const runs = new Map(world.runs.flatMap((run) => run.outputs.map((lot) => [lot, run])));
    const madeParts = new Map<WorldRun, Map<WorldLot, Part>>();
    const partOf = (lot: WorldLot) => parts.get(lot) ?? nothing;
    // Lots precede those made of them.
    for (const lot of world.lots) {
      const run = runs.get(lot);
      if (lot.parent) parts.set(lot, partOf(lot.parent.lot));
      else if (run) {
        const made = madeParts.get(run) ?? partsOfRun(run, partOf);
        madeParts.set(run, made);
        const { organic, ingredients } = made.get(lot) ?? nothing;
        // Without our own certificate of the scheme nothing of it is organic, here and in what is made of it.
        parts.set(lot, { organic: products.includes(lot.item.unit) ? organic : zero, ingredients });
      } else if (lot.isOrganic && suppliers.includes(world.supplierNameOf(lot)))
        parts.set(lot, { organic: one, ingredients: one });
      const { organic } = partOf(lot);
      const [from, madeWith] = thresholds[scheme];
      const isMade = madeWith !== null && isAtLeast(organic, madeWith);
      const status = isAtLeast(organic, from) ? 'organic' : isMade ? 'madeWithOrganic' : undefined;
      const tenths = (organic.numerator * 1000n) / organic.denominator;
      if (status) claims.get(lot)?.push({ scheme, status, percent: Number(tenths) * 100 });
    }
  }
  return claims;
}
