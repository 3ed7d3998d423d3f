/** Cells that were pasted on a list, on their way to the import screen. */
import { ofClipboard, tableOfText } from './textTable.ts';
import type { ReadTable } from './readTable.ts';

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

/** The table of a text that a spreadsheet has put on the clipboard. Throws a sentence. */
export function pastedTable(text: string): ReadTable {
  return { name: '', isHidden: false, rows: tableOfText(text, ofClipboard), hiddenRows: [], isText: true };
}
