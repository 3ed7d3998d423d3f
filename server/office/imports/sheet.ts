/** A sheet as it was sent, with its columns mapped to fields and its cells read. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FieldErrors } from '#contract/core/errors.ts';
import type { ImportBody } from '#contract/office/imports.ts';
import { importTexts, type RowFault, type RowReading } from '#contract/stock/importing.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import type { ImportColumn } from '#contract/core/importColumns.ts';
import { readCell, rulesOf, type Cell, type ColumnRules } from '#contract/stock/sheets/cells.ts';
import { isTotal } from '#contract/stock/sheets/totals.ts';
import { headingUnit, matchHeadings } from '#contract/stock/sheets/headings.ts';
import { invalid } from '../../core/http/errors.ts';
import type { SheetRow } from '../../stock/documents/importing.ts';

export interface ReadSheet {
  mapping: Record<string, string>;
  rows: SheetRow[];
  faults: RowFault[];
  readings: RowReading[];
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
  const { columns } = importSheets[kind];
  if (!mapping) {
    const matched = matchHeadings(columns, headings);
    const faults = columns.flatMap(({ field, label }): RowFault[] => {
      const rivals = matched.rivals.get(field);
      return rivals ? [{ row: 0, field, message: importTexts.columnUnsaid(label, rivals) }] : [];
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
    const column = importSheets[kind].columns.find(({ field }) => field === mapping[heading]);
    if (!column) return undefined;
    const found = rulesOf(
      column,
      rows.map((cells) => cells[position]),
    );
    const rules = {
      dateOrder: answers.dateOrder?.[column.field] ?? found.dateOrder,
      decimals: answers.decimals?.[column.field] ?? found.decimals,
    };
    return { column, rules, unit: headingUnit(column, heading) };
  });
}

/** Reads a sheet; every two hundredth row lets other requests be answered. */
export async function readSheet(kind: ImportKind, body: ImportBody): Promise<ReadSheet> {
  const { mapping, faults } = mappingOf(kind, body);
  const read = columnsOf(kind, body, mapping);
  const taken = new Set([...read.map((each) => each?.column.field), ...faults.map(({ field }) => field)]);
  for (const { field, label, required } of importSheets[kind].columns) {
    if (required && !taken.has(field)) faults.push({ row: 0, field, message: importTexts.notMapped(label) });
  }
  const takenTotals = new Set(body.takenTotals);
  const sheet: ReadSheet = { mapping, rows: [], faults, readings: [] };
  for (const [index, cells] of body.rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    const number = body.rowNumbers?.[index] ?? index + 1;
    readRow(number, cells, read, sheet);
    const first = String(cells.find((cell) => cell !== null && cell !== '') ?? '');
    if (!isTotal(first) || takenTotals.has(number)) continue;
    sheet.faults.push({ row: number, field: firstField(read), message: importTexts.totalRow(first.trim()) });
  }
  return sheet;
}

/** The first field of a sheet, for faults of a whole row. */
function firstField(columns: readonly (ReadColumn | undefined)[]): string {
  return columns.find((each) => each !== undefined)?.column.field ?? '';
}

function readRow(
  number: number,
  cells: readonly Cell[],
  columns: readonly (ReadColumn | undefined)[],
  sheet: ReadSheet,
) {
  const values: Record<string, string | number> = {};
  const units: Record<string, string> = {};
  const beyond = cells.slice(columns.length).find((cell) => cell !== null && cell !== '');
  if (beyond !== undefined) {
    const message = importTexts.tooManyCells(cells.length, columns.length, String(beyond));
    sheet.faults.push({ row: number, field: firstField(columns), message });
  }
  for (const [position, each] of columns.entries()) {
    const read = each && readCell(each.column, cells[position], each.rules);
    if (!each || !read) continue;
    const { field } = each.column;
    if ('fault' in read) {
      sheet.faults.push({ row: number, field, message: read.fault, ...(read.ask && { ask: read.ask }) });
      continue;
    }
    values[field] = read.value;
    const unit = read.unit ?? each.unit;
    if (unit !== undefined) units[field] = unit;
    if (read.reading !== undefined) sheet.readings.push({ row: number, field, text: read.reading });
  }
  sheet.rows.push({ number, values, units });
}
