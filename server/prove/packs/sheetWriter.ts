/** Writes the spreadsheets of a pack. */
import { packSentences } from '#contract/prove/packSentences.ts';
import { partName, type Making } from './making.ts';
import type { Cell, Column } from './sections/section.ts';
import { buildSpreadsheet } from './spreadsheet.ts';

/** Longer tables are divided into files: these are held in memory. */
const SHEET_ROWS = 10_000;

/** Collects the rows of a spreadsheet and adds it to the pack whenever it is full. */
export class SheetWriter {
  readonly #making: Making;
  readonly #about: { name: string; title: string; columns: readonly Column[] };
  #rows: Cell[][] = [];
  readonly files: string[] = [];

  constructor(making: Making, about: { name: string; title: string; columns: readonly Column[] }) {
    this.#making = making;
    this.#about = about;
  }

  async add(rows: readonly Cell[][]): Promise<void> {
    for (const row of rows) {
      this.#rows.push(row);
      if (this.#rows.length === SHEET_ROWS) await this.#flush();
    }
  }

  /** The place of a row, counted from 0, below the head of its file. */
  placeOf(row: number): string {
    const part = Math.floor(row / SHEET_ROWS) + 1;
    return packSentences.rowIn((row % SHEET_ROWS) + 2, partName(this.#about.name, 'xlsx', part));
  }

  async finish(): Promise<void> {
    if (this.#rows.length > 0 || this.files.length === 0) await this.#flush();
  }

  async #flush(): Promise<void> {
    const { name, title, columns } = this.#about;
    const { file, names } = this.#making;
    const part = names.next(name, 'xlsx');
    await file.add(part, await buildSpreadsheet(title, columns, this.#rows));
    this.#rows = [];
    this.files.push(part);
  }
}
