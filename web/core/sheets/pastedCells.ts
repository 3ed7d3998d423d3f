/** Cells that were pasted on a list, on their way to the import screen. */
import Papa from 'papaparse';

let waiting: string | undefined;

/** Whether a text on the clipboard is a table of cells with headings: at least two rows. */
export function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length > 1 && (text.includes('\t') || lines.length > 2);
}

export function storePasted(text: string): void {
  waiting = text;
}

/** Returns the pasted text once. */
export function popPasted(): string | undefined {
  const text = waiting;
  waiting = undefined;
  return text;
}

/** The cells of a text that a spreadsheet has put on the clipboard. */
export function cellsOf(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text, { delimiter: '\t' });
  return data.map((row) => row.map((cell) => cell.trim()));
}
