/** Commas as they group digits in India, 1,00,000, and elsewhere, 100,000. */
const grouped = /^(\d{1,2}(,\d{2})*,\d{3}|\d{1,3}(,\d{3})+)(\.\d*)?$/;
const decimal = /^\d*\.?\d+$|^\d+\.$/;

/** The number that was typed, also with grouped or Devanagari digits; undefined for nothing and for what is no number. */
export function numberOf(typed: string): number | undefined {
  const digits = typed.trim().replace(/[०-९]/g, (digit) => String('०१२३४५६७८९'.indexOf(digit)));
  const plain = grouped.test(digits) ? digits.replaceAll(',', '') : digits;
  return decimal.test(plain) ? Number(plain) : undefined;
}
