/** Going from fault to fault in the grid: by the button, by F8, and by Enter in a faulty cell. */
import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { DataSheetGridRef } from 'react-datasheet-grid';
import { goToQuestion } from '#web/stock/sheets/SheetQuestions.tsx';
import type { SheetState } from '../useSheet.ts';
import { isOfColumn, type CellFault } from '../useSheetCheck.ts';
import type { ShownRows } from './useShownRows.ts';

interface FaultSteps {
  /** The last visited fault. */
  current: CellFault | undefined;
  goTo: (fault: CellFault) => void;
  next: () => void;
}

interface FaultyGrid {
  grid: RefObject<DataSheetGridRef | null>;
  faults: readonly CellFault[];
  sheet: SheetState;
  shown: ShownRows;
  /** Questions are answered before all faults. */
  hasQuestions: boolean;
}

export function useFaultSteps({ grid, faults, sheet, shown, hasQuestions }: FaultyGrid): FaultSteps {
  const columnOf = ({ field }: CellFault) => sheet.columnOf(field);
  const [current, setCurrent] = useState<CellFault>();

  /** The grid scrolls its own rows; the last of them may be below the screen. Just loaded, it has not drawn them yet. */
  function showActiveCell() {
    const cell = document.querySelector('.dsg-active-cell');
    if (cell) cell.scrollIntoView({ block: 'nearest' });
    else if (grid.current?.activeCell) requestAnimationFrame(showActiveCell);
  }

  function goTo(fault: CellFault) {
    // All rows are shown before the cell is chosen, and it is before the next key.
    flushSync(() => {
      setCurrent(fault);
      shown.setShown('all');
    });
    const column = columnOf(fault);
    const row = sheet.rows.findIndex(({ number }) => number === fault.row);
    if (column < 0 || row < 0) return;
    flushSync(() => grid.current?.setActiveCell({ col: column, row }));
    showActiveCell();
  }
  const isAfter = (fault: CellFault, last: CellFault) =>
    fault.row > last.row || (fault.row === last.row && columnOf(fault) > columnOf(last));
  /** Faults below or right of the last one come next, then the first: a corrected one is no longer in the list. */
  function next() {
    if (hasQuestions && goToQuestion()) return;
    const ofCells = faults.filter((fault) => !isOfColumn(fault));
    const following = ofCells.find((fault) => current === undefined || isAfter(fault, current)) ?? ofCells[0];
    if (following) goTo(following);
  }

  /** Enter in a faulty cell accepts its text and moves to the next fault: the next cell below may be correct. */
  function enter(): boolean {
    const cell = grid.current?.activeCell;
    const row = cell && shown.shownRows[cell.row]?.number;
    const fault = cell && faults.find((each) => each.row === row && columnOf(each) === cell.col);
    if (!fault) return false;
    // Input counts when the field is left.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement) flushSync(() => activeElement.blur());
    const later = faults.find((each) => isAfter(each, fault));
    if (later) goTo(later);
    else {
      setCurrent(fault);
      grid.current?.setActiveCell(null);
    }
    return true;
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
      const { target } = event;
      const isInGrid =
        target === document.body || (target instanceof Element && target.closest('.dsg-container') !== null);
      if (event.key === 'F8') next();
      else if (!isEnter || !isInGrid || event.isComposing || !enter()) return;
      event.preventDefault();
      // The grid listens on the document too.
      event.stopImmediatePropagation();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  });

  return { current, goTo, next };
}
