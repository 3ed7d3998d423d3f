/**
 * Characters that no text may have: control characters but newline and tab, noncharacters, unassigned code points and
 * halves of surrogate pairs. They are invisible, so that texts that look alike would differ, and XML forbids some.
 */
const refused = /[\p{Cn}\p{Cs}\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/gu;

/** Whether a text has no refused characters. No pattern of the schemas: tools that read those know no classes of Unicode. */
export function isStorable(text: string): boolean {
  return text.search(refused) < 0;
}

/** A text of an older version with a visible sign for each character that is refused now; others as they are. */
export function withoutRefused(text: string, sign = '\u25A1'): string {
  return text.replaceAll(refused, sign);
}
