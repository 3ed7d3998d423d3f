/**
 * Masses that are shown together, in whole grams that add up as they are printed: on the screen, in the drawing, in the
 * spreadsheet and in the inspection pack. A sum is rounded first, then its parts to it, by the largest remainders.
 */
import { roundedYield, type YieldMasses } from '../make/roundedYield.ts';
import { sumOf, Rounding } from '../core/values/rounding.ts';
import type { Covered, MassBalance } from './massBalance.ts';
import { movementDirections } from '../stock/stock.ts';

type Cover = Omit<Covered, 'schemes'>;

/**
 * The bought mass equals the mass that was sold with proof, went otherwise and is left. Sold beyond it is what left mass
 * stands in for, and the shortage, which is never rounded to nothing.
 */
function roundedCover(rounding: Rounding, cover: Cover): Cover {
  const { boughtGrams, otherGrams, leftGrams, shortGrams, standInGrams } = cover;
  const soldOfIt = boughtGrams - otherGrams - leftGrams;
  const [sold = 0, other = 0, left = 0] = rounding.together([soldOfIt, otherGrams, leftGrams], boughtGrams);
  const short = shortGrams > 0 ? Math.max(rounding.perGram, rounding.nearest(shortGrams)) : 0;
  const standIn = standInGrams === leftGrams ? left : rounding.nearest(standInGrams);
  return {
    boughtGrams: sold + other + left,
    soldGrams: sold + standIn + short,
    otherGrams: other,
    leftGrams: left,
    shortGrams: short,
    standInGrams: standIn,
  };
}

/** All schemes together and each of them, a row that adds up for itself. */
function roundedCovered(rounding: Rounding, covered: Covered): Covered {
  const schemes = covered.schemes.map((row) => ({
    ...row,
    ...roundedCover(rounding, row),
    madeGrams: rounding.nearest(row.madeGrams),
  }));
  return { ...roundedCover(rounding, covered), schemes };
}

/** The cover of organic sales in whole grams, as the statement of its item shows it. */
export function coverInWholeGrams(covered: Covered): Covered {
  return roundedCovered(new Rounding(1), covered);
}

type Product = NonNullable<MassBalance['family']>['products'][number];

/** A column of products that, with the unchanged rest, adds up to the column's total. */
function roundedColumn(
  rounding: Rounding,
  products: readonly Product[],
  part: 'soldGrams' | 'leftGrams' | 'lostGrams',
  exact: number,
  total: number,
): number[] {
  const own = products.map((product) => product[part]);
  return rounding.together([...own, exact - sumOf(own)], exact, total).slice(0, -1);
}

/** Opening and bought equal sold, left, lost, missing from runs and in progress. */
function roundedFamily(rounding: Rounding, { family, conversion }: MassBalance) {
  const { lossGrams, unexplainedGrams, inProgressGrams } = conversion;
  const missing = lossGrams + unexplainedGrams;
  if (!family) return { inProgressGrams: rounding.nearest(inProgressGrams) };
  const { openingGrams, boughtGrams, soldGrams, leftGrams, lostGrams, conversionGrams, products } = family;
  const rest = conversionGrams - missing - inProgressGrams;
  const signed = [openingGrams, boughtGrams, -soldGrams, -leftGrams, -lostGrams, -missing, -inProgressGrams, -rest];
  const [opening = 0, bought = 0, ...gone] = rounding.together(signed, 0);
  const [sold = 0, left = 0, lost = 0, gap = 0, inProgress = 0, other = 0] = gone.map((grams) => 0 - grams);
  const columns = {
    soldGrams: roundedColumn(rounding, products, 'soldGrams', soldGrams, sold),
    leftGrams: roundedColumn(rounding, products, 'leftGrams', leftGrams, left),
    lostGrams: roundedColumn(rounding, products, 'lostGrams', lostGrams, lost),
  };
  return {
    gap,
    inProgressGrams: inProgress,
    family: {
      openingGrams: opening,
      boughtGrams: bought,
      soldGrams: sold,
      leftGrams: left,
      lostGrams: lost,
      conversionGrams: gap + inProgress + other,
      products: products.map((product, index) => {
        const [soldOfIt = 0, leftOfIt = 0, lostOfIt = 0] = Object.values(columns).map((column) => column[index]);
        const usedOfIt = product.madeGrams - product.soldGrams - product.leftGrams - product.lostGrams;
        return {
          ...product,
          madeGrams: soldOfIt + leftOfIt + lostOfIt + rounding.nearest(usedOfIt),
          soldGrams: soldOfIt,
          leftGrams: leftOfIt,
          lostGrams: lostOfIt,
        };
      }),
    },
  };
}

/** Product by product, which together are the conversion. */
function roundedYields(
  rounding: Rounding,
  { yields, conversion }: MassBalance,
  total: YieldMasses,
): MassBalance['yields'] {
  const columnOf = (part: 'outputGrams' | 'lossGrams' | 'unexplainedGrams') =>
    rounding.together(
      yields.map((own) => own[part]),
      conversion[part],
      total[part],
    );
  const [outputs, losses, gaps] = [columnOf('outputGrams'), columnOf('lossGrams'), columnOf('unexplainedGrams')];
  return yields.map((own, index) => {
    const [outputGrams = 0, lossGrams = 0, unexplainedGrams = 0] = [outputs[index], losses[index], gaps[index]];
    return { ...own, inputGrams: outputGrams + lossGrams + unexplainedGrams, outputGrams, lossGrams, unexplainedGrams };
  });
}

/** The masses of a statement; null if the item has no grams per unit. */
interface StatementGrams {
  openingGrams: number | null;
  closingGrams: number | null;
  varianceGrams: number | null;
  countedGrams: number | null;
}

/** Opening mass and movements add up to closing mass. */
function roundedStatement(rounding: Rounding, balance: MassBalance) {
  const { lines, opening, closing, counted, gramsPerUnit } = balance;
  if (gramsPerUnit === null) {
    return { lines, openingGrams: null, closingGrams: null, varianceGrams: null, countedGrams: null };
  }
  // Quantities are in units where masses are in grams, and in thousandths where those are in milligrams.
  const massOf = (quantity: number) => (quantity * gramsPerUnit) / rounding.perGram;
  const signOf = (kind: (typeof lines)[number]['kind']) => (movementDirections[kind] === 'in' ? 1 : -1);
  const parts = [opening, ...lines.map(({ kind, quantity }) => signOf(kind) * quantity)].map(massOf);
  const [openingGrams = 0, ...moved] = rounding.together(parts, massOf(closing));
  const own = lines.map((line, index) => ({ ...line, grams: signOf(line.kind) * (moved[index] ?? 0) + 0 }));
  const of = (kind: string) => own.find((line) => line.kind === kind)?.grams ?? 0;
  return {
    lines: own,
    openingGrams,
    closingGrams: rounding.nearest(massOf(closing)),
    varianceGrams: of('found') - of('lost'),
    countedGrams: counted === null ? null : rounding.nearest(massOf(counted)),
  };
}

/** A mass balance as it is shown. */
export type ShownBalance = MassBalance & StatementGrams;

/**
 * A mass balance with all masses in whole grams that add up: statement, covered mass, destinations, runs and products.
 * Masses stay numbers of grams, or with 1000 `perGram` of milligrams.
 */
export function balanceInWholeGrams(balance: MassBalance, perGram = 1): ShownBalance {
  const rounding = new Rounding(perGram);
  const { gap, inProgressGrams, family } = roundedFamily(rounding, balance);
  const total = roundedYield(rounding, balance.conversion, gap);
  const { covered } = balance;
  return {
    ...balance,
    ...roundedStatement(rounding, balance),
    ...(covered ? { covered: roundedCovered(rounding, covered) } : {}),
    conversion: { ...balance.conversion, ...total, inProgressGrams },
    yields: roundedYields(rounding, balance, total),
    ...(family ? { family } : {}),
  };
}
