/**
 * Search and copy for texts of PDFs. Glyphs of Devanagari stand in another order than the letters (the short i before
 * its consonant), and pdfkit maps each glyph to one letter everywhere. Here each syllable whose glyphs are not in the
 * order of its letters gets glyph codes of its own, mapped to its letters in order.
 */
import PDFDocument from 'pdfkit';
import { withoutBreaks } from './longWords.ts';

interface Glyph {
  id: number;
  codePoints: number[];
  advanceWidth: number;
}

/** The part of pdfkit's embedded font that its encoding needs. */
interface EmbeddedFont {
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: unknown[] };
  subset: { glyphs: number[]; includeGlyph(id: number): number };
  widths: (number | undefined)[];
  unicode: (number[] | undefined)[];
  scale: number;
}

const syllables = new Intl.Segmenter('hi', { granularity: 'grapheme' });
/** Scripts whose glyphs may change places. */
const reordering = /[\u0900-\u0DFF]/;

/** Codes of glyphs by their letters, for each font. */
const codes = new WeakMap<EmbeddedFont, Map<string, number>>();

function codeOf(font: EmbeddedFont, { id, advanceWidth }: Glyph, letters: number[]): number {
  const known = codes.get(font) ?? new Map<string, number>();
  codes.set(font, known);
  const key = `${id} ${letters.join(' ')}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const first = font.subset.includeGlyph(id);
  const isTaken = font.unicode[first] !== undefined;
  // A second code for the glyph, since each code stands for other letters.
  const code = isTaken ? font.subset.glyphs.push(id) - 1 : first;
  font.widths[code] = advanceWidth * font.scale;
  font.unicode[code] = letters;
  known.set(key, code);
  return code;
}

/** The letters of a syllable over its glyphs in reading order: one each, the rest with the last. */
function lettersOf(glyphs: readonly Glyph[], text: string): number[][] {
  const lettersIn = (some: string) => Array.from(some, (letter) => letter.codePointAt(0) ?? 0);
  const whole = lettersIn(text);
  // A vowel that is written on both sides of its consonant: two letters as well.
  const letters = glyphs.length > whole.length ? lettersIn(text.normalize('NFD')) : whole;
  const own = glyphs.map(({ codePoints }) => codePoints);
  if (own.flat().join(' ') === letters.join(' ')) return own;
  return glyphs.map((_, index) => letters.slice(index, index === glyphs.length - 1 ? undefined : index + 1));
}

function encode(this: EmbeddedFont, breakable: string, features?: unknown): [string[], unknown[]] {
  const text = withoutBreaks(breakable);
  const parts = reordering.test(text) ? Array.from(syllables.segment(text), ({ segment }) => segment) : [text];
  const encoded: string[] = [];
  const positions: unknown[] = [];
  for (const part of parts) {
    const run = this.layout(part, features);
    const letters = lettersOf(run.glyphs, part);
    for (const [index, glyph] of run.glyphs.entries()) {
      encoded.push(
        codeOf(this, glyph, letters[index] ?? [])
          .toString(16)
          .padStart(4, '0'),
      );
    }
    positions.push(...run.positions);
  }
  return [encoded, positions];
}

/** Lets all fonts that pdfkit embeds from now on encode their text so; `file` is any font file. */
export function encodeReadably(file: string): void {
  const { _font: font } = new PDFDocument({ autoFirstPage: false }).font(file);
  Object.assign(Object.getPrototypeOf(font), { encode });
}
