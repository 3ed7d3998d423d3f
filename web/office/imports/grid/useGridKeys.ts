/** Keys of a spreadsheet: fill down (Ctrl D) and undo (Ctrl Z). */
import { useEffect, type RefObject } from 'react';
import type { DataSheetGridRef } from 'react-datasheet-grid';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import type { SheetState } from '../useSheet.ts';

export function useGridKeys(
  grid: RefObject<DataSheetGridRef | null>,
  sheet: SheetState,
  shownRows: readonly GridRow[],
) {
  /** The topmost cells of the selection go into those below. */
  function fillDown() {
    const selection = grid.current?.selection;
    const source = selection && shownRows[selection.min.row];
    if (!source) return;
    const { min, max } = selection;
    const filled = new Set(shownRows.slice(min.row + 1, max.row + 1).map(({ number }) => number));
    const isIn = (index: number) => index >= min.col && index <= max.col;
    sheet.setRows(
      sheet.rows.map((row) =>
        filled.has(row.number)
          ? { ...row, cells: row.cells.map((cell, index) => (isIn(index) ? (source.cells[index] ?? '') : cell)) }
          : row,
      ),
    );
  }

  // A chosen cell has no focus of its own: the grid, too, listens for keys on the document.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (!(event.ctrlKey || event.metaKey) || isTyping || !grid.current?.activeCell) return;
      const key = event.key.toLowerCase();
      if (key === 'd') fillDown();
      else if (key === 'z') sheet.undo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  });
}
