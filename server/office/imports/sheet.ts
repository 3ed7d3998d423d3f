/** A sheet as it was sent, with its columns mapped to fields and its cells read. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FieldErrors } from '#contract/core/errors.ts';
import type { ImportBody } from '#contract/office/imports.ts';
import { importTexts, type RowFault, type RowReading } from '#contract/stock/importing.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importColumns, importSheets } from '#contract/office/importSheets.ts';
import { readRecordCell, recordColumn, type ImportColumn } from '#contract/core/importColumns.ts';
import { readCell, rulesOf, type Cell, type CellReading, type ColumnRules } from '#contract/stock/sheets/cells.ts';
import { isTotal } from '#contract/stock/sheets/totals.ts';
import { headingUnit, matchHeadings } from '#contract/stock/sheets/headings.ts';
import { invalid } from '../../core/http/errors.ts';
import type { SheetRow } from '../../stock/documents/importing.ts';

export interface ReadSheet {
  mapping: Record<string, string>;
  rows: SheetRow[];
  faults: RowFault[];
  readings: RowReading[];
  /** By a field without a column of its own: the first column with a part of it, where its faults are marked. */
  partsOf: ReadonlyMap<string, string>;
}

/** A column as it is read: its field, the rules of its cells, and the unit that its heading names. */
interface ReadColumn {
  column: ImportColumn;
  rules: ColumnRules;
  unit: string | undefined;
}

const ROWS_A_TURN = 200;

/** A heading may be the name of a property of every object, such as 'constructor'. */
function fieldOf(mapping: Record<string, string>, heading: string): string {
  return Object.hasOwn(mapping, heading) ? (mapping[heading] ?? '') : '';
}

/**
 * The mapping as sent, else by the words of the headings, with a fault where two could be one field. Throws 400 for one
 * that names an unknown field, or one twice.
 */
function mappingOf(kind: ImportKind, { headings, mapping }: ImportBody) {
  const columns = importColumns(kind);
  if (!mapping) {
    const matched = matchHeadings(columns, headings);
    const faults = columns.flatMap(({ field, label }): RowFault[] => {
      const rivals = matched.rivals.get(field);
      return rivals ? [{ row: 0, field, message: importTexts.columnUnanswered(label, rivals) }] : [];
    });
    return { mapping: matched.mapping, faults };
  }
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  for (const heading of headings) {
    const field = fieldOf(mapping, heading);
    if (field === '') continue;
    const column = columns.find((each) => each.field === field);
    if (!column) errors[`mapping.${heading}`] = [importTexts.fieldUnknown(field)];
    else if (seen.has(field)) errors[`mapping.${heading}`] = [importTexts.fieldTwice(column.label)];
    seen.add(field);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors, Object.values(errors)[0]?.[0]);
  return { mapping: Object.fromEntries(headings.map((heading) => [heading, fieldOf(mapping, heading)])), faults: [] };
}

function columnsOf(kind: ImportKind, { headings, rows, answers }: ImportBody, mapping: Record<string, string>) {
  return headings.map((heading, position): ReadColumn | undefined => {
    const column = importColumns(kind).find(({ field }) => field === mapping[heading]);
    if (!column) return undefined;
    const inferred = rulesOf(
      column,
      rows.map((cells) => cells[position]),
    );
    const rules = {
      dateOrder: answers.dateOrder?.[column.field] ?? inferred.dateOrder,
      decimals: answers.decimals?.[column.field] ?? inferred.decimals,
    };
    return { column, rules, unit: headingUnit(column, heading) };
  });
}

/** Values that hold for all rows, by field. Throws 400 for a field that has no such value, or a value that can't be read. */
function valuesForAll(kind: ImportKind, { answers }: ImportBody): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [field, text] of Object.entries(answers.forAll ?? {})) {
    const column = importSheets[kind].columns.find((each) => each.field === field);
    if (column?.forAll === undefined) throw invalid({ answers: [importTexts.forAllUnknown(field)] });
    const read = readCell(column, text, rulesOf(column, [text]));
    if (read && 'fault' in read) throw invalid({ answers: [`${column.label}: ${read.fault}`] });
    if (read) values[field] = read.value;
  }
  return values;
}

/** Reads a sheet; every two hundredth row lets other requests be answered. */
export async function readSheet(kind: ImportKind, body: ImportBody): Promise<ReadSheet> {
  const { mapping, faults } = mappingOf(kind, body);
  const read = columnsOf(kind, body, mapping);
  const mapped = new Set([
    ...read.flatMap((each) => (each ? [each.column.field, each.column.partOf?.field] : [])),
    ...faults.map(({ field }) => field),
  ]);
  for (const { field, label, required } of importSheets[kind].columns) {
    if (required && !mapped.has(field)) faults.push({ row: 0, field, message: importTexts.notMapped(label) });
  }
  const takenTotals = new Set(body.takenTotals);
  const forAll = valuesForAll(kind, body);
  const partsOf = new Map(
    read
      .flatMap((each) => (each?.column.partOf ? [[each.column.partOf.field, each.column.field] as const] : []))
      .toReversed(),
  );
  for (const each of read) if (each) partsOf.delete(each.column.field);
  const rows: SheetRow[] = [];
  const readings: RowReading[] = [];
  for (const [index, cells] of body.rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    const number = body.rowNumbers?.[index] ?? index + 1;
    const { row, ...ofRow } = readRow(number, cells, read, forAll);
    rows.push(row);
    faults.push(...ofRow.faults);
    readings.push(...ofRow.readings);
    const first = String(cells.find((cell) => cell !== null && cell !== '') ?? '');
    if (!isTotal(first) || takenTotals.has(number)) continue;
    faults.push({ row: number, field: firstField(read), message: importTexts.totalRow(first.trim()) });
  }
  return { mapping, rows, faults, readings, partsOf };
}

/** The first field of a sheet, for faults of a whole row. */
function firstField(columns: readonly (ReadColumn | undefined)[]): string {
  return columns.find((each) => each !== undefined)?.column.field ?? '';
}

/** A row, or fields of it, with the faults and readings of its cells. */
interface ReadFields {
  values: Record<string, string | number>;
  faults: RowFault[];
  readings: RowReading[];
}
type ReadRow = Omit<ReadFields, 'values'> & { row: SheetRow };

function readRow(
  number: number,
  cells: readonly Cell[],
  columns: readonly (ReadColumn | undefined)[],
  forAll: Readonly<Record<string, string | number>>,
): ReadRow {
  const own: ReadFields = { values: { ...forAll }, faults: [], readings: [] };
  const units: Record<string, string> = {};
  const parts: ReadPart[] = [];
  let exported: ReturnType<typeof readRecordCell> | undefined;
  const beyond = cells.slice(columns.length).find((cell) => cell !== null && cell !== '');
  for (const [position, each] of columns.entries()) {
    const read = each && readCell(each.column, cells[position], each.rules);
    if (!each || !read) continue;
    const { field, partOf } = each.column;
    if (partOf) {
      parts.push({ field, of: partOf.field, how: partOf.how, read });
      continue;
    }
    if ('fault' in read) {
      own.faults.push({ row: number, field, message: read.fault, ...(read.ask && { ask: read.ask }) });
      continue;
    }
    if (field === recordColumn.field) {
      exported = readRecordCell(String(read.value));
      continue;
    }
    own.values[field] = read.value;
    const unit = read.unit ?? each.unit;
    if (unit !== undefined) units[field] = unit;
    if (read.reading !== undefined) own.readings.push({ row: number, field, text: read.reading });
  }
  const { values, faults, readings } = withParts(number, own, parts);
  if (beyond !== undefined) {
    const message = importTexts.tooManyCells(cells.length, columns.length, String(beyond));
    faults.unshift({ row: number, field: firstField(columns), message });
  }
  return {
    row: { number, values, units, ...exported },
    faults,
    readings,
  };
}

/** A cell that is a part of a field. */
interface ReadPart {
  field: string;
  /** The field that it is a part of. */
  of: string;
  how: 'joined' | 'otherwise';
  read: CellReading;
}

/** Whether an address has a part already: its own column may be whole, with a city and a PIN beside it. */
function hasPart(pieces: readonly string[], part: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim();
  return pieces.some((piece) => piece.split(/[,;\n]| - /).some((each) => plain(each) === plain(part)));
}

/** A row with the fields that its parts make: an address of its lines, a phone of the number beside one that is none. */
function withParts(row: number, own: ReadFields, parts: readonly ReadPart[]): ReadFields {
  const values = { ...own.values };
  const faults: RowFault[] = [];
  const replaced = new Set<string>();
  const joined = new Map<string, { first: string; pieces: string[] }>();
  for (const { field, of, how, read } of parts) {
    const value = values[of];
    if ('fault' in read) {
      // A second number is not needed beside a whole one.
      if (how === 'joined' || value === undefined) faults.push({ row, field, message: read.fault });
    } else if (how === 'joined') {
      const { first, pieces } = joined.get(of) ?? { first: field, pieces: value === undefined ? [] : [String(value)] };
      const text = String(read.value).trim();
      joined.set(of, { first, pieces: hasPart(pieces, text) ? pieces : [...pieces, text] });
    } else if (value === undefined) {
      values[of] = read.value;
      replaced.add(of);
    }
  }
  const texts = [...joined].map(([of, { first, pieces }]) => ({ of, first, pieces, text: pieces.join(', ') }));
  return {
    values: { ...values, ...Object.fromEntries(texts.map(({ of, text }) => [of, text])) },
    faults: [...own.faults.filter(({ field }) => !replaced.has(field)), ...faults],
    readings: [
      ...own.readings,
      ...texts.filter(({ pieces }) => pieces.length > 1).map(({ first: field, text }) => ({ row, field, text })),
    ],
  };
}
