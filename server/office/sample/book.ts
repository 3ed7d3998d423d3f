/** Shared parts of the sample data's entries. */
import type { MaterialRecord } from '#contract/masters/materials.ts';
import type { SupplierRecord } from '#contract/masters/suppliers.ts';
import type { Write } from '../../core/records/write.ts';
import { dayBefore, timestampAt } from '../../core/calendar.ts';

/** The first day, in days before today. */
export const FIRST_DAY = 153;

/** An entry recorded at a UTC timestamp. */
export interface Entry {
  at: string;
  record: (write: Write) => Promise<unknown>;
}

/** Records created by entries, by their keys in the sample tables, for later entries. */
export class Created<Row> {
  readonly #rows = new Map<string, Row>();

  add(key: string, row: Row): void {
    this.#rows.set(key, row);
  }

  get(key: string): Row {
    const row = this.#rows.get(key);
    if (!row) throw new Error(`the sample data uses ${key} before it exists`);
    return row;
  }
}

/** The state that entries share: the calendar, and the masters so far. */
export interface Book {
  dateOf(daysAgo: number): string;
  /** A UTC timestamp; minutes may go beyond the hour. */
  timeOf(daysAgo: number, hour: number, minutes: number): string;
  suppliers: Created<SupplierRecord>;
  materials: Created<MaterialRecord>;
}

/** An empty book for the five months before `now`. */
export function openBook(now: Date, timeZone: string): Book {
  const dateOf = (daysAgo: number) => dayBefore(now, daysAgo, timeZone);
  return {
    dateOf,
    timeOf: (daysAgo, hour, minutes) => timestampAt(dateOf(daysAgo), hour * 60 + minutes, timeZone),
    suppliers: new Created(),
    materials: new Created(),
  };
}
