/** Notes on files of a pack that may act in programs that open them: the files themselves are packed as they came. */
import { activeContentText } from '#contract/core/attachments.ts';
import { packSentences } from '#contract/prove/packSentences.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findActiveContent } from '../../core/records/activeContent.ts';
import type { Block, Cell } from './sections/section.ts';

/** Files named in the sentence of a section. */
const MAX_NAMED = 20;

/** The active content of the files of one section. */
export class ActiveFiles {
  readonly #trx: Trx;
  /** In words, by the names of the files. */
  readonly #notes = new Map<string, string>();

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  /** A block whose cells that name such a file have its note; examines its files, one at a time. */
  async noted(rows: readonly Cell[][], files: NonNullable<Block['files']>): Promise<Block> {
    for (const { name, billId } of files) {
      const { bytes } = await this.#trx
        .selectFrom('bill')
        .select('bytes')
        .where('id', '=', billId)
        .executeTakeFirstOrThrow();
      const kinds = findActiveContent(bytes);
      if (kinds.length > 0) this.#notes.set(name, activeContentText(kinds));
    }
    return { rows: rows.map((row) => row.map((cell) => this.#withNote(cell))), files };
  }

  /** The files with active content as a sentence with a space before it; empty if there are none. */
  sentence(): string {
    if (this.#notes.size === 0) return '';
    const named = Array.from(this.#notes, ([name, note]) => `${name} (${note})`).slice(0, MAX_NAMED);
    const more = this.#notes.size - named.length;
    return ` ${packSentences.mayAct(named, more)}`;
  }

  #withNote(cell: Cell): Cell {
    if (typeof cell !== 'string') return cell;
    const note = this.#notes.get(cell);
    return note === undefined ? cell : packSentences.mayActNote(cell, note);
  }
}
