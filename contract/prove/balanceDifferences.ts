/** Why the sentence, the statement and the drawing of a mass balance have different figures, in words. */
import { formatKilograms } from '../core/values/format.ts';
import { fromThousandths, thousandthsOr0 } from '../core/values/numbers.ts';
import { movementDirections } from '../stock/stock.ts';
import { massBalanceTexts } from './massBalanceTexts.ts';
import type { ShownBalance } from './wholeGrams.ts';

/** Sums that are rounded apart may differ by that much, in grams. */
const ROUNDED_GRAMS = 2;

/** The difference of sums of grams, exact to the milligram. */
function less(all: number, part: number): number {
  return fromThousandths(thousandthsOr0(all) - thousandthsOr0(part));
}

/**
 * A sentence for each difference: the proved mass is a part of all mass of the item, and the statement has the item's
 * own lots alone. Empty without products, or where nothing differs.
 */
export function differenceTexts({ family, covered, lines, openingGrams, itemName }: ShownBalance): string[] {
  if (!family) return [];
  const all = family.openingGrams + family.boughtGrams;
  const unproved = covered ? less(all, covered.boughtGrams) : 0;
  const own = lines.reduce(
    (sum, { kind, grams }) => (movementDirections[kind] === 'in' ? sum + (grams ?? 0) : sum),
    openingGrams ?? 0,
  );
  const inProducts = openingGrams === null ? 0 : less(all, own);
  return [
    ...(unproved > ROUNDED_GRAMS
      ? [massBalanceTexts.alsoUnproved(formatKilograms(all), formatKilograms(unproved))]
      : []),
    ...(inProducts > ROUNDED_GRAMS ? [massBalanceTexts.alsoInProducts(itemName, formatKilograms(inProducts))] : []),
  ];
}
