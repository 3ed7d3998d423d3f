/** The interface between imports and a feature: each feature that can be imported into implements it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import {
  type ChangedChoice,
  type PriceUnit,
  type RepeatedChoice,
  importTexts,
  type PartyKeyField,
  type RowAlike,
  type RowFault,
  type RowOutcome,
  type RowReading,
} from '#contract/stock/importing.ts';
import { recordColumn, recordVersion } from '#contract/core/importColumns.ts';
import { linePaise } from '#contract/core/values/numbers.ts';
import { unitKey } from '#contract/stock/items/units.ts';
import type { UnitSizes } from '#contract/stock/sheets/itemUnit.ts';
import type { ImportKind, RecordKind } from '#contract/kinds.ts';
import type { RecordTable, Trx } from '../../core/db/tables.ts';
import { ApiError, invalid } from '../../core/http/errors.ts';
import type { Write } from '../../core/records/write.ts';

/** A row by field, read as its columns say; fields of empty cells are missing. */
export interface SheetRow {
  /** In its file, or from 1 without the headings. */
  number: number;
  values: Readonly<Record<string, string | number>>;
  /** The units of quantities and prices, in their cells or headings, by field. */
  units: Readonly<Record<string, string>>;
  /** The record that it was exported of (`recordMark`), which may be none of this installation. */
  record?: string;
  /** The version of the record when it was exported (`recordVersion`). */
  version?: string;
}

export interface ImportOptions {
  onExisting: 'skip' | 'update';
  today: string;
  /** Name of the sheet; empty for pasted cells. */
  fileName: string;
  /** Contents of packages, as the importing person said. */
  unitSizes: UnitSizes;
  /** By field: what a price without a unit is for. */
  pricePer: Readonly<Record<string, PriceUnit>>;
  /** By field: what rows are that nearly repeat stored stock. */
  repeated: Readonly<Record<string, RepeatedChoice>>;
  /** By field: which holds where a record was changed after its row was exported. */
  changedSince: Readonly<Record<string, ChangedChoice>>;
  /** The fields whose values were said for all rows. */
  answeredForAll: ReadonlySet<string>;
}

/** A record that an import created or changed, as the history has it. */
export interface SavedRecord {
  resource: RecordKind;
  recordId: number;
  action: 'create' | 'update';
  /** Name of the record at that time. */
  label: string;
  /** Its `updatedAt` after the import: a later one was changed since. */
  updatedAt: string;
  /** Its fields before an update. */
  before: object | null;
}

/** Effect of saving a row. */
export interface PlannedRow {
  outcome: RowOutcome;
  /** The name of the existing record. */
  existing: string | null;
  by?: PartyKeyField | undefined;
  /** Paise: quantity × price of a row that brings stock. */
  worth?: number | undefined;
}

/** Stock of lots, summed. */
export interface SummedStock {
  lots: number;
  /** Thousandths, by unit. */
  quantities: { unit: string; quantity: number }[];
  /** Paise. */
  value: number;
  /** Lots without a price. */
  unpriced: number;
}

/** Sums lots by their units, in the order of their first lots; units that are the same however they are written are one. */
export function sumOfStock(
  lots: readonly { unit: string; quantity: number; pricePerUnit: number | null }[],
): SummedStock {
  const quantities = new Map<string, { unit: string; quantity: number }>();
  const stock = { lots: lots.length, value: 0, unpriced: 0 };
  for (const { unit, quantity, pricePerUnit } of lots) {
    const sum = quantities.get(unitKey(unit)) ?? { unit, quantity: 0 };
    quantities.set(unitKey(unit), { ...sum, quantity: sum.quantity + quantity });
    if (pricePerUnit === null) stock.unpriced += 1;
    else stock.value += linePaise(quantity, pricePerUnit);
  }
  return { ...stock, quantities: [...quantities.values()] };
}

export interface ImportPlan {
  /** One for each row. */
  rows: PlannedRow[];
  faults: RowFault[];
  /** Quantities and prices that were converted to the units of their items. */
  readings: RowReading[];
  /** New names that are nearly those of records or earlier rows. */
  alike?: RowAlike[];
  /** Names of the categories that are created on the way. */
  made: string[];
  /** The stock that it brings, for sheets of stock. */
  stock?: SummedStock;
  /**
   * Saves all of it. `next` is called between records, with the number of usual ones that a record takes as long as: it lets
   * other requests be answered, and throws once the import is cancelled.
   */
  save(write: Write, next: (records?: number) => Promise<void>): Promise<SavedRecord[]>;
}

export interface Importer {
  kind: ImportKind;
  /** Table of the records, to detect later changes. */
  table: RecordTable;
  /** Reads the records that the rows refer to; the returned function plans without the database. */
  load(trx: Trx, rows: readonly SheetRow[], options: ImportOptions): Promise<() => Promise<ImportPlan>>;
  /** The stock in the ledger of records that an import saved, for sheets of stock. */
  stockOf?(trx: Trx, records: readonly SavedRecord[]): Promise<SummedStock>;
  /** Takes back a record that was not changed since, by its own rules: throws 409 if something refers to it. */
  undo(write: Write, record: SavedRecord, today: string): Promise<void>;
}

const ROWS_A_TURN = 100;

/** Calls `work` for each row; every hundredth lets other requests be answered. */
export async function eachRow<T>(rows: readonly T[], work: (row: T) => void): Promise<void> {
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    work(row);
  }
}

/**
 * The records of rows whose key was edited in an exported list, by the numbers of the rows. A row beside another one that
 * still has the key of their record was copied to make a new one.
 */
export function editedKeys<T>(
  rows: readonly SheetRow[],
  keyOf: (row: SheetRow) => string,
  byMark: ReadonlyMap<string, { key: string; record: T }>,
): Map<number, T> {
  const marked = (row: SheetRow) => (row.record === undefined ? undefined : byMark.get(row.record));
  const kept = new Set(
    rows.flatMap((row) => (row.record !== undefined && marked(row)?.key === keyOf(row) ? [row.record] : [])),
  );
  return new Map(
    rows.flatMap((row) => {
      const found = marked(row);
      return found && row.record !== undefined && !kept.has(row.record) ? [[row.number, found.record] as const] : [];
    }),
  );
}

/** A record that a row would change. */
interface RecordToChange {
  mark: string;
  updatedAt: string;
  name: string;
}

/**
 * Keeps a row from undoing silently what somebody changed after it was exported: 'skip' where the record holds, the fault
 * that asks where nobody has said so; undefined where the row may be saved.
 */
export function outdated(
  { number, record, version }: SheetRow,
  { mark, updatedAt, name }: RecordToChange,
  { changedSince }: Pick<ImportOptions, 'changedSince'>,
): RowFault | 'skip' | undefined {
  if (record !== mark || version === undefined || version === recordVersion(updatedAt)) return undefined;
  const { field } = recordColumn;
  if (changedSince[field] === 'sheet') return undefined;
  if (changedSince[field] === 'record') return 'skip';
  return {
    row: number,
    field,
    message: importTexts.changedUnanswered(name),
    ask: { about: 'changedSince', existing: name },
  };
}

/** The ids that exported rows name. */
export function markedIds(rows: readonly SheetRow[]): number[] {
  const ids = rows.flatMap(({ record = '' }) => /^(\d{1,15})-[\da-z]+$/.exec(record)?.[1] ?? []);
  return [...new Set(ids.map(Number))];
}

/** The first fault of each field of a row; `columns` names the columns of fields that have other names. */
export function faultsOf(
  { number }: SheetRow,
  error: z.ZodError | undefined,
  columns: Readonly<Record<string, string>> = {},
): RowFault[] {
  const first = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) {
    const name = path.findLast((step) => typeof step === 'string') ?? '';
    const field = columns[name] ?? name;
    if (!first.has(field)) first.set(field, message);
  }
  return [...first].map(([field, message]) => ({ row: number, field, message }));
}

/** Runs the save of a row; a refusal becomes a 400 that names the row. */
export async function ofRow<T>(number: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !['invalid', 'conflict'].includes(error.code)) throw error;
    const message = importTexts.refused(number, error.message);
    const errors = Object.fromEntries(
      Object.entries(error.errors ?? {}).map(([field, texts]) => [`rows.${number}.${field}`, texts]),
    );
    throw invalid(errors, message);
  }
}
