import type { MouseEvent } from 'react';

/** Selected rows, and functions that select them. */
export interface RowSelection<Row> {
  nameOf: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  /** Selection on the visible page: 'some' is neither all nor none. */
  ofPage: 'all' | 'some' | 'none' | 'empty';
  /** A card is tapped to select it, instead of to open it. */
  isSelecting: boolean;
  /** `isRange`: all rows from the one that was toggled before. */
  toggle: (row: Row, isRange: boolean) => void;
  togglePage: () => void;
}

const CONTROLS = 'a, button, input, label, select, textarea, summary, [role=button]';

/** Whether a click hit the row itself: no control in it, nothing that is drawn over it, and selects no text. */
export function isOnRow({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest(CONTROLS) === null && getSelection()?.isCollapsed !== false;
}
