import { toThousandths } from '#contract/core/values/numbers.ts';

/** Digits grouped as in India, 1,00,000, or elsewhere, 100,000. */
const grouped = /^(\d{1,2}(,\d{2})*,\d{3}|\d{1,3}(,\d{3})+)(\.\d*)?$/;
const decimal = /^\d*\.?\d+$|^\d+\.$/;

/** Parses a typed number, also with grouped or Devanagari digits; undefined if it is empty or no number. */
export function numberOf(typed: string): number | undefined {
  const digits = typed.trim().replace(/[०-९]/g, (digit) => String('०१२३४५६७८९'.indexOf(digit)));
  const plain = grouped.test(digits) ? digits.replaceAll(',', '') : digits;
  return decimal.test(plain) ? Number(plain) : undefined;
}

/** A typed number for the body of a call. NaN if it is none: the contract's schema then reports the field. */
export function typedNumber(typed: string): number {
  return numberOf(typed) ?? Number.NaN;
}

/** A typed quantity in thousandths; undefined if it is empty, no number, or one that the contract's schema refuses. */
export function typedThousandths(typed: string): number | undefined {
  return toThousandths(typedNumber(typed));
}

/** A typed quantity in thousandths; 0 where `typedThousandths` has none. */
export function typedThousandthsOr0(typed: string): number {
  return typedThousandths(typed) ?? 0;
}
