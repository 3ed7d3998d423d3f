/** Names that are one or two letters apart, as a slip of typing makes them. */
import { withoutJoiners } from './names.ts';

/** Letters from which a name may differ by one, and by two. */
const ONE_FROM = 5;
const TWO_FROM = 10;

/** One honorific in the spellings of its transliterations. */
const honorific = /^(?:shri|shree|sri|sree|shre)$/;

function wordsOf(name: string): string[] {
  const words = withoutJoiners(name)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/gu)
    .filter((word) => word !== '');
  return words.map((word) => (honorific.test(word) ? 'shri' : word));
}

function digitsOf(letters: readonly string[]): string {
  return letters.filter((each) => /\p{N}/u.test(each)).join('');
}

/** How many letters are to be added, removed or replaced between two words. */
function editsBetween(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of one.entries()) {
    const next = [index + 1];
    for (const [column, each] of other.entries()) {
      const replaced = (row[column] ?? 0) + (letter === each ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

interface Letters {
  words: readonly string[];
  letters: readonly string[];
  digits: string;
}

const sorted = (word: string) => Array.from(word).toSorted().join('');

/** Whether one word differs as two names do: by two letters of a short one, which are not two in the other order. */
function hasOtherWord({ words }: Letters, other: Letters): boolean {
  if (words.length !== other.words.length) return false;
  return words.some((word, at) => {
    const its = other.words[at] ?? '';
    if (word === its || Math.min(word.length, its.length) >= TWO_FROM || sorted(word) === sorted(its)) return false;
    return editsBetween(Array.from(word), Array.from(its)) > 1;
  });
}

function areClose(own: Letters, other: Letters): boolean {
  const { letters, digits } = own;
  const shorter = Math.min(letters.length, other.letters.length);
  const most = Number(shorter >= ONE_FROM) + Number(shorter >= TWO_FROM);
  if (shorter === 0 || Math.abs(letters.length - other.letters.length) > most) return false;
  if (digits !== other.digits || editsBetween(letters, other.letters) > most) return false;
  return !hasOtherWord(own, other);
}

function readLetters(name: string): Letters {
  const words = wordsOf(name);
  const letters = Array.from(words.join(''));
  return { words, letters, digits: digitsOf(letters) };
}

/**
 * Whether two different names may mean the same: without capitals, blanks and punctuation they are equal, or differ by one
 * letter from five letters on, by two from ten on, but not by two of one short word: Ganesh and Ramesh are two people. Shri is
 * Shree. Names with other numbers are meant to differ.
 */
export function areCloseNames(one: string, other: string): boolean {
  return areClose(readLetters(one), readLetters(other));
}

/** Two edits leave one of three pieces of a name as it is. */
const PIECES = 3;
const MOST_EDITS = 2;
/** A piece that so many names have, such as Traders, finds none of them. */
const MOST_ALIKE = 40;

const pieceStart = (length: number, piece: number) => Math.floor((length * piece) / PIECES);

/** Many names, to find those that are close to another one in time that does not go by how many there are. */
export class CloseNames<T> {
  readonly #byPiece = new Map<string, (Letters & { of: T })[]>();

  add(name: string, of: T): void {
    const own = readLetters(name);
    const { letters, digits } = own;
    for (let piece = 0; piece < PIECES; piece += 1) {
      const text = letters.slice(pieceStart(letters.length, piece), pieceStart(letters.length, piece + 1)).join('');
      const key = `${digits} ${letters.length} ${piece} ${text}`;
      const others = this.#byPiece.get(key);
      if (!others) this.#byPiece.set(key, [{ ...own, of }]);
      else if (others.length <= MOST_ALIKE) others.push({ ...own, of });
    }
  }

  /** The first of the close names; equal ones are close, too. */
  find(name: string): T | undefined {
    const own = readLetters(name);
    const { letters, digits } = own;
    for (let length = letters.length - MOST_EDITS; length <= letters.length + MOST_EDITS; length += 1) {
      for (let piece = 0; piece < PIECES; piece += 1) {
        const [start, end] = [pieceStart(length, piece), pieceStart(length, piece + 1)];
        // As many letters may be added or removed before a piece as it has pieces before it, and likewise behind it.
        const [longer, behind] = [letters.length - length, PIECES - 1 - piece];
        const [first, last] = [Math.max(-piece, longer - behind), Math.min(piece, longer + behind)];
        for (let moved = first; moved <= last; moved += 1) {
          if (start + moved < 0 || end + moved > letters.length) continue;
          const key = `${digits} ${length} ${piece} ${letters.slice(start + moved, end + moved).join('')}`;
          const named = this.#byPiece.get(key) ?? [];
          if (named.length > MOST_ALIKE) continue;
          const close = named.find((each) => areClose(own, each));
          if (close) return close.of;
        }
      }
    }
    return undefined;
  }
}
