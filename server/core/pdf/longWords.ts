/**
 * Break opportunities within words that are longer than a line. pdfmake breaks such a word between any two UTF-16 units,
 * which tears characters apart, and in time that grows with the square of its length.
 */

/** Longer words of Latin letters are broken anywhere; shorter ones stay in one line where they can. */
const MAX_LATIN_LENGTH = 40;
/** Applies to words in other letters, which may be several units and several fonts. */
const MAX_OTHER_LENGTH = 12;
/** The most units of one character: a longer run of marks is broken as well. */
const MAX_CHARACTER_LENGTH = 16;

const ZERO_WIDTH_SPACE = '\u{200B}';

const words = new RegExp(`[^ \\n]{${MAX_OTHER_LENGTH + 1},}`, 'gu');
const latin = /^[\u{0}-\u{24F}]*$/u;
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });
const parts = new RegExp(`[^]{1,${MAX_CHARACTER_LENGTH}}`, 'gu');

function breakWord(word: string): string {
  const pieces = Array.from(characters.segment(word), ({ segment }) => segment.match(parts) ?? []).flat();
  const isLong = pieces.length > (latin.test(word) ? MAX_LATIN_LENGTH : MAX_OTHER_LENGTH);
  return isLong ? pieces.join(ZERO_WIDTH_SPACE) : word;
}

/** The text with zero-width spaces in its long words; runs of blanks are one space. */
export function breakLongWords(text: string): string {
  return withoutBreaks(text)
    .replaceAll(/[ \t]{2,}|\t/g, ' ')
    .replaceAll(words, breakWord);
}

/** Restores the original text: a zero-width space has no glyph, and must not appear in copied text. */
export function withoutBreaks(text: string): string {
  return text.replaceAll(ZERO_WIDTH_SPACE, '');
}

/** Laying out a text takes time by the square of its words and parts of words. */
const MAX_WORDS = 3000;

const paragraphs = new RegExp(`(?:[^ \\u200B]*[ \\u200B]){0,${MAX_WORDS - 1}}[^ \\u200B]*(?:[ \\u200B]|$)`, 'g');

/** A text with breaks in parts that are laid out in reasonable time: one but for very long texts. */
export function inParagraphs(broken: string): string[] {
  return broken.match(paragraphs)?.filter((part) => part !== '') ?? [];
}
