/** Dates and codes in running text, which a browser would break after a hyphen. */
import type { ReactNode } from 'react';

/** Longer ones may break: a column, or a phone, would be as wide as they are. */
const MAX_LETTERS = 16;

/** Whether a word stays in one line. */
export function isWhole(word: string): boolean {
  return word.length <= MAX_LETTERS;
}

const breaksWithin = /\d-|-\d/;
const wordOrBlank = /\S+|\s+/g;

/** A text whose dates and codes stay in one line; anything else as it is. */
export function unbroken(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || !breaksWithin.test(text)) return text;
  const words = (text.match(wordOrBlank) ?? []).map((word, index) =>
    breaksWithin.test(word) && isWhole(word) ? (
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
