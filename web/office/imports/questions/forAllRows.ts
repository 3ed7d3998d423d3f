/** Values that hold for all rows of a sheet: read above its headings, or entered. */
import type { ImportColumn } from '#contract/core/importColumns.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import type { ReadSheet } from '../sheetText.ts';

export interface ForAllValue {
  column: ImportColumn;
  field: string;
  /** As in a cell; empty as long as none is known. */
  value: string;
  /** Whether the sheet can't be saved without it. */
  isOpen: boolean;
  /** Whether some rows have a value of their own. */
  isForGaps: boolean;
}

type Sheet = Pick<ReadSheet, 'headings' | 'rows' | 'sheetDate'> & { mapping: Readonly<Record<string, string>> };

/** The day of the stock, for an opening balance the first of its period. */
function dayOf({ headings, mapping, sheetDate }: Sheet): string | undefined {
  const quantity = headings.find((heading) => mapping[heading] === 'quantity') ?? '';
  return /^opening/i.test(quantity) ? (sheetDate?.from ?? sheetDate?.day) : sheetDate?.day;
}

/** The values that a sheet can have for all rows: without a column of their own, or with cells that lack what is needed. */
export function forAllRows(
  kind: ImportKind,
  sheet: Sheet,
  entered: Readonly<Record<string, string>> = {},
): ForAllValue[] {
  const { columns }: { columns: readonly ImportColumn[] } = importSheets[kind];
  return columns.flatMap((column): ForAllValue[] => {
    const { field, forAll, cell } = column;
    if (forAll === undefined) return [];
    const at = sheet.headings.findIndex((heading) => sheet.mapping[heading] === field);
    const isGap = at < 0 || (forAll === 'needed' && sheet.rows.some(({ cells }) => (cells[at] ?? '') === ''));
    if (!isGap) return [];
    const value = entered[field] ?? (cell === 'date' ? (dayOf(sheet) ?? '') : '');
    const isOpen = forAll !== 'offered' && !isWhole({ column, value });
    return [{ column, field, value, isOpen, isForGaps: at >= 0 }];
  });
}

/** Whether a value is whole: a day that is still being typed is none. */
export function isWhole({ column, value }: Pick<ForAllValue, 'column' | 'value'>): boolean {
  return column.cell === 'date' ? isCalendarDate(value) : value !== '';
}
