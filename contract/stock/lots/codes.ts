/** Codes that Godown proposes for lots: TUR-2611-03, the third lot of turmeric that came in November 2026. */

const PREFIX_LETTERS = 3;
const NO_LETTERS = 'LOT';

/** The first letters of a name, in capitals; LOT for a name without letters. */
export function codePrefix(name: string): string {
  const letters: readonly string[] = name.normalize('NFKC').match(/\p{L}/gu) ?? [];
  return letters.slice(0, PREFIX_LETTERS).join('').toUpperCase() || NO_LETTERS;
}

/** Whether a code looks like one that was proposed for a lot of the item of this name. */
export function isProposedCode(code: string, itemName: string): boolean {
  const prefix = codePrefix(itemName);
  return code.startsWith(prefix) && /^-\d{4}-\d+$/.test(code.slice(prefix.length));
}
