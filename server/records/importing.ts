/** What an import needs to know of the records that it makes: each feature that can be imported into has one of these. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { importTexts, type PartyKeyField, type RowFault, type RowOutcome } from '#contract/imports.ts';
import type { ImportKind } from '#contract/importKinds.ts';
import type { RecordTable, Trx } from '../db/tables.ts';
import { ApiFault, invalid } from '../http/errors.ts';
import type { Write } from './write.ts';
import type { RecordKind } from '#contract/resources.ts';

/** A row by field, read as its columns say; fields of empty cells are missing. */
export interface SheetRow {
  /** In its file, or from 1 without the headings. */
  number: number;
  values: Readonly<Record<string, string | number>>;
  /** The units that stand behind quantities, by field. */
  units: Readonly<Record<string, string>>;
}

export interface ImportOptions {
  onExisting: 'skip' | 'update';
  today: string;
  /** Of the sheet; empty for pasted cells. */
  fileName: string;
}

/** A record that an import made or changed, as the history has it. */
export interface SavedRecord {
  resource: RecordKind;
  recordId: number;
  action: 'create' | 'update';
  /** What it was called. */
  label: string;
  /** Its `updatedAt` after the import: a later one was changed since. */
  updatedAt: string;
  /** Its fields before an update. */
  before: object | null;
}

/** What saving does with a row. */
export interface PlannedRow {
  outcome: RowOutcome;
  /** The record that is there already, by its name. */
  existing: string | null;
  by?: PartyKeyField | undefined;
}

export interface ImportPlan {
  /** One for each row. */
  rows: PlannedRow[];
  faults: RowFault[];
  /** Names of the categories that are made on the way. */
  made: string[];
  /** Makes all of it. `next` is called between records: it lets other requests be answered, and throws once the import is cancelled. */
  save(write: Write, next: () => Promise<void>): Promise<SavedRecord[]>;
}

export interface Importer {
  kind: ImportKind;
  /** Of the records, to see whether one was changed since. */
  table: RecordTable;
  /** Reads what is there that the rows are about; what it returns plans without the database. */
  load(trx: Trx, rows: readonly SheetRow[], options: ImportOptions): Promise<() => Promise<ImportPlan>>;
  /** Takes back a record that was not changed since, by its own rules: throws 409 where something refers to it. */
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

/** Runs what saves a row; a refusal becomes a 400 that names the row. */
export async function ofRow<T>(number: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiFault) || !['invalid', 'conflict'].includes(error.code)) throw error;
    const message = importTexts.refused(number, error.message);
    const errors = Object.fromEntries(
      Object.entries(error.errors ?? {}).map(([field, texts]) => [`rows.${number}.${field}`, texts]),
    );
    throw invalid(errors, message);
  }
}

/** Keys by which two rows or records are the same: `exact` ones for certain, `loose` ones where nothing else is. */
export interface Keys {
  exact: string[];
  loose: string[];
  /** An exact one that only one record has: two rows with it are one, whatever else they say. */
  sole?: string | undefined;
}

/** What a row is the same as, and the key that says so. */
interface Match<T> {
  same: T;
  key: string;
}

interface Recognised<T> {
  /** The record of each row that is there already. */
  existing: Map<number, Match<T>>;
  /** The number of the earlier row that a row repeats. */
  repeats: Map<number, Match<number>>;
}

async function indexed<T>(records: readonly T[], keysOf: (record: T) => readonly string[]): Promise<Map<string, T[]>> {
  const found = new Map<string, T[]>();
  await eachRow(records, (record) => {
    for (const key of keysOf(record)) {
      const others = found.get(key);
      if (others) others.push(record);
      else found.set(key, [record]);
    }
  });
  return found;
}

function matches<T>(keys: readonly string[], found: ReadonlyMap<string, readonly T[]>): Match<T>[] {
  return keys.flatMap((key) => (found.get(key) ?? []).map((same) => ({ same, key })));
}

interface RowWithKeys {
  number: number;
  keys: Keys;
}

/**
 * Finds the records that rows are about. Certain matches come first, so that two people with one phone stay two; each
 * record is that of one row at most. `mayBe` says which records a row can be about, `mayRepeat` which earlier row it can be
 * the same as.
 */
export async function recognise<Row extends RowWithKeys, T>(
  rows: readonly Row[],
  records: readonly T[],
  keysOf: (record: T) => Keys,
  mayBe: (row: Row, record: T) => boolean = () => true,
  mayRepeat: (row: Row, earlier: Row) => boolean = () => true,
): Promise<Recognised<T>> {
  const existing = new Map<number, Match<T>>();
  const repeats = new Map<number, Match<number>>();
  const claimed = new Map<T, number>();
  const seen = new Map<string, Row[]>();
  const exact = await indexed(records, (record) => keysOf(record).exact);
  await eachRow(rows, (row) => {
    const { number, keys } = row;
    const candidates = matches(keys.exact, exact).filter(({ same }) => mayBe(row, same));
    const found = candidates.find(({ same }) => !claimed.has(same)) ?? candidates[0];
    const like = matches(keys.exact, seen).find(({ key, same }) => {
      // Two records may have one of these already: their rows stay two.
      const isOwn = found !== undefined && (key !== keys.sole || keysOf(found.same).exact.includes(key));
      return !isOwn && mayRepeat(row, same);
    });
    const taken = found && claimed.get(found.same);
    if (found && taken !== undefined) repeats.set(number, { same: taken, key: found.key });
    else if (like) repeats.set(number, { same: like.same.number, key: like.key });
    else if (found) {
      claimed.set(found.same, number);
      existing.set(number, found);
    }
    for (const key of keys.exact) {
      const others = seen.get(key);
      if (others) others.push(row);
      else seen.set(key, [row]);
    }
  });
  const loose = await indexed(records, (record) => keysOf(record).loose);
  await eachRow(rows, (row) => {
    const { number, keys } = row;
    if (existing.has(number) || repeats.has(number)) return;
    const found = matches(keys.loose, loose).find(({ same }) => !claimed.has(same) && mayBe(row, same));
    if (found === undefined) return;
    claimed.set(found.same, number);
    existing.set(number, found);
  });
  return { existing, repeats };
}
