/** The cells of a text file whose cells are set off by commas, semicolons or tabs, without the marks of formulas. */
import Papa from 'papaparse';
import { noResult } from '#contract/core/values/cellErrors.ts';
import { withoutMark } from '#contract/core/values/formulaMarks.ts';
import { fileTexts } from '#contract/core/fileTexts.ts';
import { readLimits, UnreadableFileError } from './readTable.ts';

/** A code that is kept from becoming a number: ="00457". */
const quotedFormula = /^="([^"]*)"$/;

/** A cell of a file. */
function cellOfFile(written: string): string {
  const text = written.trim();
  const [, code] = quotedFormula.exec(text) ?? [];
  if (code !== undefined) return code;
  // A spreadsheet shows the result, which the file doesn't have.
  return text.startsWith('=') ? noResult : withoutMark(written).trim();
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SAMPLED_ROWS = 30;

/** The sign that divides most rows into the same number of cells: the one in numbers, such as 13,75, does not. */
function guessDelimiter(text: string): string {
  const counted = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: SAMPLED_ROWS, skipEmptyLines: 'greedy' });
    const several = data.map((row) => row.length).filter((cells) => cells > 1);
    const alike = [...Map.groupBy(several, (cells) => cells)].map(([cells, { length: rows }]) => ({ cells, rows }));
    const [most = { cells: 1, rows: 0 }] = alike.toSorted((a, b) => b.rows - a.rows || b.cells - a.cells);
    return { delimiter, ...most };
  });
  const [best] = counted.toSorted((a, b) => b.rows - a.rows || b.cells - a.cells);
  return best?.delimiter ?? ',';
}

interface TextRules {
  /** Found from the text where it is not given. */
  delimiter?: string;
  cellOf: (written: string) => string;
  /** Filled rows at most. */
  most: number;
}

const ofFile: TextRules = { cellOf: cellOfFile, most: readLimits.rows };

/** The rules of a text that a spreadsheet has put on the clipboard, with cells as they are shown. */
export const ofClipboard: TextRules = { ...ofFile, delimiter: '\t', cellOf: (written) => written.trim() };

/**
 * The rows of a text. Empty rows between filled ones stay, since a spreadsheet counts them; those at the end do not.
 * Throws a sentence for too many rows, and for a quotation mark that swallows what follows it.
 */
export function tableOfText(text: string, { delimiter, cellOf, most }: TextRules = ofFile): string[][] {
  const table: string[][] = [];
  let [empty, filled, line] = [0, 0, 0];
  const guessed = delimiter ?? guessDelimiter(text);
  Papa.parse<string[]>(text, {
    delimiter: guessed,
    step: ({ data, errors }) => {
      line += 1;
      if (errors.some(({ type }) => type === 'Quotes')) throw new UnreadableFileError(fileTexts.openQuote(line));
      const cells = data.map(cellOf);
      if (cells.every((cell) => cell === '')) {
        empty += 1;
        return;
      }
      if (filled === most) throw new UnreadableFileError(fileTexts.tooManyRows);
      for (; empty > 0; empty -= 1) table.push([]);
      table.push(cells);
      filled += 1;
    },
  });
  return table;
}
