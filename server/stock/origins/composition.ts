/**
 * The inputs of a run together as its outputs inherit them: organic mass, all ingredients, and which outputs are within the
 * mass (docs/domain.md, Claims and certificates, Bounded by mass).
 */
import { withinMass } from '#contract/stock/claims/massBound.ts';
import type { Claim, ItemPart } from '#contract/stock/stock.ts';
import type { Certificate } from './coverage.ts';
import { add, fromInteger, lesser, multiply, one, quotient, zero, type Fraction } from './fractions.ts';
import { inputMassOf, type BoundedOutput, type Origins, type Source } from './origins.ts';

/** One input: thousandths of its unit times milligrams of one unit. */
interface Weighed {
  itemId: number;
  part: ItemPart;
  mass: bigint;
}

/** Composition of a produced lot's organic share. */
export interface Composition {
  /** Organic mass of the ingredients; zero for an output beyond the mass of the inputs. */
  organic: Fraction;
  total: Fraction;
  /** Inputs that don't count: water, salt, aids and packaging. */
  leftOut: readonly Weighed[];
  /** Ingredients without grams per unit, at any depth: they make the share unknown. */
  unweighed: readonly number[];
  /** True for an output beyond the mass of the inputs, which has no claim. */
  isBeyond: boolean;
  /** How much of its one ingredient came in at least in conversion, from 0 to 1; zero of several, or of others. */
  converting: Fraction;
}

export interface LotClaim {
  claim: Claim;
  /** The highest claim that a produced lot may carry. */
  computed: Claim;
  /** The certificate behind the claim; undefined if none covers it, or none is needed. */
  certificate: Certificate | undefined;
  /** How much of its ingredients is organic, from 0 to 1; undefined if it is not known. */
  share: Fraction | undefined;
  /** The part of ingredients in its mass, from 0 to 1. Later products leave out the rest: water, salt and gain. */
  ingredients: Fraction;
  /** Whether it is at least in conversion, which a product of it alone is then, too. */
  isConverting: boolean;
  /** Set for outputs of a run. */
  composition: Composition | undefined;
}

export type ClaimOf = (lotId: number) => LotClaim | undefined;

/** The inputs of a run together, and which of its outputs are within their mass. */
export interface MadeRun {
  /** The composition of each output within the mass. */
  composition: Composition;
  /** How much of the mass of those outputs is ingredients. */
  ingredients: Fraction;
  /** Outputs within the mass of the inputs. */
  within: ReadonlySet<number>;
}

const massOf = ({ quantity, milligrams }: Pick<BoundedOutput, 'quantity' | 'milligrams'>) =>
  milligrams === null ? null : BigInt(quantity) * BigInt(milligrams);

/** How much of a lot came in with a document: the surplus of counts is no organic mass. One for a lot that is all surplus. */
function documentedPart({ documented, surplus }: Source): Fraction {
  return documented === 0 ? one : { numerator: BigInt(documented), denominator: BigInt(documented + surplus) };
}

/** Sums the inputs of a run by their part in its organic share, and bounds its outputs by their mass. */
export function madeBy({ inputs, outputs, sources }: Origins, runId: number, claimOf: ClaimOf): MadeRun {
  let organic = zero;
  let total = zero;
  let documented = zero;
  let isConvertingAlone = true;
  const ingredientIds = new Set<number>();
  const leftOut = new Map<number, Weighed>();
  const unweighed = new Set<number>();
  const consumed = inputs.get(runId) ?? [];
  for (const { lotId, quantity } of consumed) {
    const source = sources.get(lotId);
    if (!source) continue;
    const { itemId, part, milligrams } = source;
    const mass = BigInt(quantity) * BigInt(milligrams ?? 0);
    if (part !== 'ingredient') {
      leftOut.set(itemId, { itemId, part, mass: mass + (leftOut.get(itemId)?.mass ?? 0n) });
      continue;
    }
    const { isConverting = false, share, ingredients = one, composition } = claimOf(lotId) ?? {};
    ingredientIds.add(itemId);
    isConvertingAlone &&= isConverting;
    if (milligrams === null) unweighed.add(itemId);
    for (const earlier of composition?.unweighed ?? []) unweighed.add(earlier);
    const counted = multiply(fromInteger(mass), ingredients);
    const proved = multiply(counted, documentedPart(source));
    if (share) organic = add(organic, multiply(proved, share));
    documented = add(documented, proved);
    total = add(total, counted);
  }
  const made = outputs.get(runId) ?? [];
  const isWithin = withinMass(
    inputMassOf(consumed, sources),
    made.map((output) => ({ ...output, mass: massOf(output) })),
    made.some(({ hasGainReason }) => hasGainReason === 1),
  );
  const within = made.filter((_, index) => isWithin[index]);
  const outputMass = within.reduce((sum, output) => sum + (massOf(output) ?? 0n), 0n);
  return {
    composition: {
      organic,
      total,
      leftOut: [...leftOut.values()],
      unweighed: [...unweighed],
      isBeyond: false,
      converting:
        isConvertingAlone && ingredientIds.size === 1 && total.numerator > 0n ? quotient(documented, total) : zero,
    },
    ingredients: outputMass === 0n ? one : lesser(one, quotient(total, fromInteger(outputMass))),
    within: new Set(within.map(({ lotId }) => lotId)),
  };
}

/** The composition of an output of a run. */
export function compositionOf({ lotId, itemId, milligrams }: Source, { composition, within }: MadeRun): Composition {
  if (milligrams === null) return { ...composition, unweighed: [...new Set([...composition.unweighed, itemId])] };
  return within.has(lotId) ? composition : { ...composition, organic: zero, isBeyond: true };
}
