import { fromPaise, fromThousandths, toPaise, toThousandths } from '#contract/core/values/numbers.ts';
import { changeOf } from '#contract/stock/warnings/priceChange.ts';
import { priceWarnings, quantityWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { typedNumber, typedThousandths } from '#web/core/form/fields/numberOf.ts';
import type { InwardLine } from '../inwardValues.ts';

/** The latest inward line of the material. */
interface LastLine {
  quantity: number | null;
  pricePerUnit: number | null;
}

interface LineWarnings {
  quantity: Warning[];
  price: Warning[];
  /** How a price changed that needs no warning. */
  change?: PriceChange;
}

export interface PriceChange {
  /** In rupees. */
  last: number;
  percent: number;
  /** Whether it is pointed out. */
  isLarge: boolean;
}

/** Smaller changes are usual, and not shown. */
const NOTED_PERCENT = 5;
const LARGE_PERCENT = 10;

/** From 5 % on; both in paise. */
function notedChange(last: number | null | undefined, price: number): PriceChange | undefined {
  const change = changeOf(last, price);
  if (!last || change === null) return undefined;
  const percent = fromThousandths(change);
  if (Math.abs(percent) < NOTED_PERCENT) return undefined;
  return { last: fromPaise(last), percent, isLarge: Math.abs(percent) >= LARGE_PERCENT };
}

/** The warnings of a line, by the contract's rules, which count in thousandths and paise. */
export function lineWarnings(
  { material, quantity, pricePerUnit }: InwardLine,
  last: LastLine | undefined,
): LineWarnings {
  const typedQuantity = typedThousandths(quantity);
  const typedPrice = toPaise(typedNumber(pricePerUnit));
  if (!material || !last) return { quantity: [], price: [] };
  const { unit } = material;
  const lastQuantity = last.quantity === null ? null : toThousandths(last.quantity);
  const lastPrice = last.pricePerUnit === null ? null : toPaise(last.pricePerUnit);
  const price = typedPrice === undefined ? [] : priceWarnings('pricePerUnit', typedPrice, lastPrice);
  return {
    quantity: typedQuantity ? quantityWarnings('quantity', typedQuantity, lastQuantity, unit) : [],
    price,
    change: price.length === 0 && typedPrice ? notedChange(lastPrice, typedPrice) : undefined,
  };
}
