/** A sheet as it was sent, with its columns mapped to fields and its cells read. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FieldErrors } from '#contract/core/errors.ts';
import type { ImportBody } from '#contract/office/imports.ts';
import { importTexts, type RowFault } from '#contract/stock/importing.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import { matchHeadings, type ImportColumn } from '#contract/core/importColumns.ts';
import { invalid } from '../../core/http/errors.ts';
import type { SheetRow } from '../../stock/documents/importing.ts';
import { type Cell, readCell } from './cells.ts';

export interface ReadSheet {
  mapping: Record<string, string>;
  rows: SheetRow[];
  faults: RowFault[];
}

const ROWS_A_TURN = 200;

/** A heading may be the name of a property of every object, such as 'constructor'. */
function fieldOf(mapping: Record<string, string>, heading: string): string {
  return Object.hasOwn(mapping, heading) ? (mapping[heading] ?? '') : '';
}

/** The mapping as sent, else by the words of the headings. Throws 400 for one that names an unknown field, or one twice. */
function mappingOf(kind: ImportKind, { headings, mapping }: ImportBody): Record<string, string> {
  if (!mapping) return matchHeadings(importSheets[kind].columns, headings);
  const { columns } = importSheets[kind];
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
  return Object.fromEntries(headings.map((heading) => [heading, fieldOf(mapping, heading)]));
}

/** Reads a sheet; every two hundredth row lets other requests be answered. */
export async function readSheet(kind: ImportKind, body: ImportBody): Promise<ReadSheet> {
  const mapping = mappingOf(kind, body);
  const { columns } = importSheets[kind];
  const read = body.headings.map((heading) => columns.find(({ field }) => field === mapping[heading]));
  const faults: RowFault[] = columns
    .filter((column) => column.required && !read.includes(column))
    .map(({ field, label }) => ({ row: 0, field, message: importTexts.notMapped(label) }));
  const rows: SheetRow[] = [];
  for (const [index, cells] of body.rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    rows.push(readRow(body.rowNumbers?.[index] ?? index + 1, cells, read, faults));
  }
  return { mapping, rows, faults };
}

function readRow(
  number: number,
  cells: readonly Cell[],
  columns: readonly (ImportColumn | undefined)[],
  faults: RowFault[],
): SheetRow {
  const values: Record<string, string | number> = {};
  const units: Record<string, string> = {};
  for (const [position, column] of columns.entries()) {
    const read = column && readCell(column, cells[position] ?? null);
    if (!column || !read) continue;
    if ('fault' in read) faults.push({ row: number, field: column.field, message: read.fault });
    else {
      values[column.field] = read.value;
      if (read.unit !== undefined) units[column.field] = read.unit;
    }
  }
  return { number, values, units };
}
