/** The ' before a text of a CSV file that a spreadsheet would else take for a formula. */

/** A formula's sign, also behind blanks and invisible characters that spreadsheets skip, and in full width as East Asian ones take it. */
const formula = '(?:[\\t\\r\\n]|[\\s\\p{Cf}]*[=+\\-@＝＋－＠])';

/** Matches cells that need a mark, and cells that begin with ' before one, so that removing marks restores them. */
export const toBeMarked = new RegExp(`^'*${formula}`, 'u');

const mark = new RegExp(`^'(?='*${formula})`, 'u');

/** A cell as it was before it was marked. */
export function withoutMark(cell: string): string {
  return cell.replace(mark, '');
}
