/** What the entries of the sample data share. */
import type { MaterialRecord } from '#contract/materials.ts';
import type { SupplierRecord } from '#contract/suppliers.ts';
import type { Write } from '../records/write.ts';
import { dayBefore, timestampAt } from '../calendar.ts';

/** How many days before today the first thing was recorded. */
export const FIRST_DAY = 153;

/** Something that was recorded at a time: a UTC timestamp. */
export interface Entry {
  at: string;
  record: (write: Write) => Promise<unknown>;
}

/** The records that entries make, by their keys in the tables of samples, for the entries that come later. */
export class Made<Row> {
  readonly #rows = new Map<string, Row>();

  add(key: string, row: Row): void {
    this.#rows.set(key, row);
  }

  get(key: string): Row {
    const row = this.#rows.get(key);
    if (!row) throw new Error(`the sample data uses ${key} before it is there`);
    return row;
  }
}

/** What entries share: the calendar, and the masters that are there so far. */
export interface Book {
  dateOf(daysAgo: number): string;
  /** A UTC timestamp; minutes may go beyond the hour. */
  timeOf(daysAgo: number, hour: number, minutes: number): string;
  suppliers: Made<SupplierRecord>;
  materials: Made<MaterialRecord>;
}

/** A book for five months before `now`, with nothing in it. */
export function openBook(now: Date, timeZone: string): Book {
  const dateOf = (daysAgo: number) => dayBefore(now, daysAgo, timeZone);
  return {
    dateOf,
    timeOf: (daysAgo, hour, minutes) => timestampAt(dateOf(daysAgo), hour * 60 + minutes, timeZone),
    suppliers: new Made(),
    materials: new Made(),
  };
}
