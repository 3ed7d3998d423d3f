/** The cells of a text file whose cells are set off by commas, semicolons or tabs, without the marks of formulas. */
import Papa from 'papaparse';
import { withoutMark } from '#contract/core/values/formulaMarks.ts';
import { textOfCell } from './cellText.ts';

/**
 * The rows of a text up to `most` filled ones; `isWhole` is true if these are all. Empty rows between them stay, since
 * a spreadsheet counts them; those at the end do not.
 */
export function tableOfText(text: string, most: number): { table: string[][]; isWhole: boolean } {
  const table: string[][] = [];
  let [empty, filled, isWhole] = [0, 0, true];
  // Empty rows would mislead the guess.
  const { delimiter } = Papa.parse(text, { skipEmptyLines: 'greedy', preview: 10 }).meta;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data }, parser) => {
      const cells = data.map((cell) => textOfCell(withoutMark(cell)));
      if (cells.every((cell) => cell === '')) {
        empty += 1;
        return;
      }
      if (filled === most) {
        isWhole = false;
        parser.abort();
        return;
      }
      for (; empty > 0; empty -= 1) table.push([]);
      table.push(cells);
      filled += 1;
    },
  });
  return { table, isWhole };
}
