/** The ' before a text of a CSV file that a spreadsheet would else take for a formula. */

/** What gets a mark; also what has a ' of its own there, so that it stays when marks are taken away. */
export const toBeMarked = /^'*[=+\-@\t\r]/;

const mark = /^'(?='*[=+\-@\t\r])/;

/** A cell as it was before it was marked. */
export function withoutMark(cell: string): string {
  return cell.replace(mark, '');
}
