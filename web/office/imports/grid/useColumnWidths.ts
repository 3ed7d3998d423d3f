/** Widths of the columns of a sheet, by the longest text of its first rows. */
import { useState } from 'react';
import { columnLabel } from '#contract/core/importColumns.ts';
import { gridTexts } from '#contract/office/importScreen.ts';
import { importColumns } from '#contract/office/importSheets.ts';
import { questionTexts } from '#contract/stock/sheets/questionTexts.ts';
import type { SheetState } from '../useSheet.ts';
import { placeOf } from '../useSheetCheck.ts';

export const LEAST_WIDTH = 110;
const MOST_WIDTH = 280;
const PADDING = 28;
/** The chooser of a column's field, without its text. */
const CHOOSER = 56;
/** Width of capitals and digits, as in a GSTIN. */
const LETTER_WIDTH = 9;
const ROWS_MEASURED = 200;

/** The widths for texts as they are shown, or for the columns' fields. */
function widthsOf({ kind, headings, mapping, rows }: SheetState, readings: ReadonlyMap<string, string> | undefined) {
  return headings.map((heading, index) => {
    const field = mapping[heading] ?? '';
    const lengths = rows.slice(0, ROWS_MEASURED).map(({ number, cells }) => {
      const [text, reading] = [cells[index] ?? '', readings?.get(placeOf(number, field))];
      return (reading === undefined ? text : questionTexts.was(text, reading)).length;
    });
    const cells = Math.min(MOST_WIDTH, PADDING + Math.max(...lengths) * LETTER_WIDTH);
    const choice = field === '' ? gridTexts.none : columnLabel(importColumns(kind), field);
    return Math.max(LEAST_WIDTH, cells, CHOOSER + choice.length * LETTER_WIDTH);
  });
}

/** Measured before and after the first check alone: columns stay as wide while their cells are corrected. */
export function useColumnWidths(sheet: SheetState, readings: ReadonlyMap<string, string> | undefined) {
  const measure = () => ({ widths: widthsOf(sheet, readings), isRead: readings !== undefined });
  const [{ widths, isRead }, setMeasured] = useState(measure);
  if (!isRead && readings) setMeasured(measure());
  return widths;
}
