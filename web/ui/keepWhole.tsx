/** Dates and codes in running text, which a browser would break after each of their hyphens. */
import type { ReactNode } from 'react';

/** Longer ones may break: a column, or a phone, would be as wide as they are. */
const MOST_LETTERS = 16;

/** Whether a word stays in one line. */
export function isWhole(word: string): boolean {
  return word.length <= MOST_LETTERS;
}

const hasHyphenAndDigit = /\d-|-\d/;

/** A text whose dates and codes stay in one line; anything else as it is. */
export function keepWhole(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || !hasHyphenAndDigit.test(text)) return text;
  const words = text.split(/(\s+)/).map((word, index) =>
    hasHyphenAndDigit.test(word) && isWhole(word) ? (
      <span key={index} data-whole>
        {word}
      </span>
    ) : (
      word
    ),
  );
  return words.length === 1 ? words : <span>{words}</span>;
}

/** Whether a text fits a narrow column without a break inside of a word. */
export function hasShortWords(text: ReactNode): boolean {
  return typeof text === 'number' || (typeof text === 'string' && text.split(/\s+/).every(isWhole));
}
