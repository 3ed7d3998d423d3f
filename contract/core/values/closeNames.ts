/** Names that are one or two letters apart, as a slip of typing makes them. */
import { withoutJoiners } from './names.ts';

/** Letters from which a name may differ by one, and by two. */
const ONE_FROM = 5;
const TWO_FROM = 10;

function lettersOf(name: string): string[] {
  return Array.from(
    withoutJoiners(name)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''),
  );
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

/**
 * Whether two different names may mean the same: without capitals, blanks and punctuation they are equal, or differ by one
 * letter from five letters on, by two from ten on. Names with other numbers are meant to differ.
 */
export function areCloseNames(one: string, other: string): boolean {
  const [letters, others] = [lettersOf(one), lettersOf(other)];
  const shorter = Math.min(letters.length, others.length);
  const most = Number(shorter >= ONE_FROM) + Number(shorter >= TWO_FROM);
  if (shorter === 0 || Math.abs(letters.length - others.length) > most) return false;
  return digitsOf(letters) === digitsOf(others) && editsBetween(letters, others) <= most;
}
