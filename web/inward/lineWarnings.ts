import { toPaise, toThousandths } from '#contract/numbers.ts';
import { priceWarnings, quantityWarnings } from '#contract/warningRules.ts';
import type { Warning } from '#contract/warnings.ts';
import { numberOf } from '#web/form/numberOf.ts';
import type { InwardLine } from './inwardDraft.ts';

/** The latest inward line of the material. */
interface Last {
  quantity: number | null;
  pricePerUnit: number | null;
}

interface LineWarnings {
  quantity: Warning[];
  price: Warning[];
}

/** The warnings of a line, by the contract's rules, which count in thousandths and paise. */
export function lineWarnings(
  { rawMaterialId: material, quantity, pricePerUnit }: InwardLine,
  last: Last | undefined,
): LineWarnings {
  const typedQuantity = toThousandths(numberOf(quantity) ?? Number.NaN);
  const typedPrice = toPaise(numberOf(pricePerUnit) ?? Number.NaN);
  if (!material || !last) return { quantity: [], price: [] };
  const { unit } = material;
  const lastQuantity = last.quantity === null ? null : toThousandths(last.quantity);
  const lastPrice = last.pricePerUnit === null ? null : toPaise(last.pricePerUnit);
  return {
    quantity: typedQuantity ? quantityWarnings('quantity', typedQuantity, lastQuantity, unit) : [],
    price: typedPrice === undefined ? [] : priceWarnings('pricePerUnit', typedPrice, lastPrice),
  };
}
