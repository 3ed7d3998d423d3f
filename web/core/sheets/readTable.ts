/** Tables as they are read from files and from the clipboard: each cell is the text that a person sees in it. */

import type { RowLook } from './rowLooks.ts';

/** The files that can be read. */
export const SHEET_FILES = '.xlsx,.xls,.xlsb,.xlsm,.ods,.csv,.txt,.tsv,.htm,.html,.xml,.json';

/** A sheet of a file. */
export interface ReadTable {
  name: string;
  /** Hidden in the file: taken only if it is chosen. */
  isHidden: boolean;
  /** Rows by their place in the file, empty ones too, without those at the end. */
  rows: string[][];
  /** Places of rows that the file hides, such as by a filter. */
  hiddenRows: number[];
  /** Whether its cells are set off by separators: a row that is longer than its headings may be shifted. */
  isText: boolean;
  /** How rows are shown, by their place, where the file says so. */
  looks?: ReadonlyMap<number, RowLook> | undefined;
}

/** A sentence for the user who chose the file. */
export class UnreadableFileError extends Error {}

export const readLimits = {
  rows: 100_000,
  columns: 1000,
  unpackedBytes: 300 * 1024 * 1024,
} as const;

/** Finds the only sheet of a file, if neither it nor any of its rows is hidden. Otherwise the user chooses a sheet. */
export function soleTable(tables: readonly ReadTable[]): ReadTable | undefined {
  const [only, other] = tables;
  return only && !other && !only.isHidden && only.hiddenRows.length === 0 ? only : undefined;
}
