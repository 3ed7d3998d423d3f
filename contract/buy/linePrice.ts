/** The price of an inward line from a sheet: less its discount, and checked by its amount (docs/decisions/133-discounts-lower-the-price-exactly.md). */
import { MONEY_DECIMALS, toPaise, toThousandths } from '../core/values/numbers.ts';
import { exactly } from '../stock/items/units.ts';

const HUNDRED = 100n;
/** Decimals of quantity × price: thousandths of paise. */
const PRODUCT_DECIMALS = 5;

/** A price less a percentage, exact to the paisa; undefined where it would have to be rounded, or for no percentage. */
export function discounted(price: number, percent: number): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,3})(?:\.(\d{1,6}))?$/.exec(String(percent)) ?? [];
  if (whole === '') return undefined;
  const scale = 10n ** BigInt(fraction.length);
  const off = BigInt(whole + fraction);
  return off > HUNDRED * scale ? undefined : exactly(price, [HUNDRED * scale - off, HUNDRED * scale], MONEY_DECIMALS);
}

/**
 * Whether an amount is quantity × price to the paisa, or to its own last decimal where it has more; half a paisa may be
 * rounded either way, as sheets do. Undefined where one of them is no quantity or price.
 */
export function isAmountOf(amount: number, quantity: number, price: number): boolean | undefined {
  const [thousandths, paise] = [toThousandths(quantity), toPaise(price)];
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,5}))?$/.exec(String(amount)) ?? [];
  if (thousandths === undefined || paise === undefined || whole === '') return undefined;
  const product = BigInt(thousandths) * BigInt(paise);
  const stated = BigInt(whole + fraction.padEnd(PRODUCT_DECIMALS, '0'));
  const decimals = Math.max(MONEY_DECIMALS, fraction.length);
  const difference = product > stated ? product - stated : stated - product;
  return 2n * difference <= 10n ** BigInt(PRODUCT_DECIMALS - decimals);
}
