/** Going from fault to fault in the grid: by the button, by F8, and by Enter in a faulty cell. */
import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { DataSheetGridRef } from 'react-datasheet-grid';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import { isOfColumn, type CellFault } from './useSheet.ts';

interface FaultSteps {
  /** The last visited fault. */
  current: CellFault | undefined;
  goTo: (fault: CellFault) => void;
  next: () => void;
}

interface FaultyGrid {
  grid: RefObject<DataSheetGridRef | null>;
  faults: readonly CellFault[];
  /** All rows, and those that the grid shows. */
  rows: readonly GridRow[];
  shownRows: readonly GridRow[];
  showAll: () => void;
  columnOf: (fault: CellFault) => number;
  /** Goes to what comes before all faults, such as a question; false if there is none. */
  before: () => boolean;
}

export function useFaultSteps({ grid, faults, rows, shownRows, showAll, columnOf, before }: FaultyGrid): FaultSteps {
  const [current, setCurrent] = useState<CellFault>();

  function goTo(fault: CellFault) {
    // All rows are shown before the cell is chosen, and it is before the next key.
    flushSync(() => {
      setCurrent(fault);
      showAll();
    });
    const column = columnOf(fault);
    const row = rows.findIndex(({ number }) => number === fault.row);
    if (column < 0 || row < 0) return;
    flushSync(() => grid.current?.setActiveCell({ col: column, row }));
    // The grid scrolls its own rows; the last of them may be below the screen.
    document.querySelector('.dsg-active-cell')?.scrollIntoView({ block: 'nearest' });
  }
  const isAfter = (fault: CellFault, last: CellFault) =>
    fault.row > last.row || (fault.row === last.row && columnOf(fault) > columnOf(last));
  /** Faults below or right of the last one come next, then the first: a corrected one is no longer in the list. */
  function next() {
    if (before()) return;
    const ofCells = faults.filter((fault) => !isOfColumn(fault));
    const following = ofCells.find((fault) => current === undefined || isAfter(fault, current)) ?? ofCells[0];
    if (following) goTo(following);
  }

  /** Enter in a faulty cell accepts its text and moves to the next fault: the next cell below may be correct. */
  function enter(): boolean {
    const cell = grid.current?.activeCell;
    const row = cell && shownRows[cell.row]?.number;
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
