import { useRef, type PointerEvent, type SyntheticEvent } from 'react';
import classes from './RowCheck.module.css';

/** Which rows are selected, and what selects them. */
export interface RowSelection<Row> {
  nameOf: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  /** Of the page that is shown: 'some' is neither all nor none. */
  ofPage: 'all' | 'some' | 'none';
  /** A card is tapped to select it, instead of to open it. */
  isSelecting: boolean;
  /** `isRange`: all rows from the one that was toggled before. */
  toggle: (row: Row, isRange: boolean) => void;
  togglePage: () => void;
}

interface RowCheckProps<Row> {
  selection: RowSelection<Row>;
  row: Row;
}

export function RowCheck<Row>({ selection, row }: RowCheckProps<Row>) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={`Select ${selection.nameOf(row)}`}
        aria-keyshortcuts="x"
        checked={selection.isSelected(row)}
        // A click knows of Shift, a change doesn't.
        onClick={({ shiftKey }) => selection.toggle(row, shiftKey)}
        onChange={() => {}}
      />
    </label>
  );
}

export function PageCheck<Row>({ selection }: { selection: RowSelection<Row> }) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label="Select all of this page"
        ref={(input) => {
          if (input) input.indeterminate = selection.ofPage === 'some';
        }}
        checked={selection.ofPage === 'all'}
        onChange={selection.togglePage}
      />
    </label>
  );
}

/** In a card, while cards are being selected. */
export function CardCheck<Row>({ selection, row }: RowCheckProps<Row>) {
  return (
    <label className={classes.card}>
      <input
        type="checkbox"
        aria-label={`Select ${selection.nameOf(row)}`}
        checked={selection.isSelected(row)}
        onChange={() => selection.toggle(row, false)}
      />
      <span aria-hidden>Select</span>
    </label>
  );
}

const LONG_PRESS_MS = 500;
/** A finger that rests moves so much. */
const STILL_PX = 10;

interface LongPress {
  onPointerDown: (press: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerMove: (move: PointerEvent) => void;
  onPointerCancel: () => void;
  onContextMenu: (event: SyntheticEvent) => void;
  /** The click that ends a long press is to open nothing. */
  isEndOfPress: () => boolean;
}

/** Handlers of an element on which a long press of a finger acts. */
export function useLongPress(): (act: () => void) => LongPress {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begun = useRef({ x: 0, y: 0 });
  const acted = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return (act) => ({
    onPointerDown: ({ pointerType, clientX, clientY }) => {
      acted.current = false;
      if (pointerType === 'mouse') return;
      begun.current = { x: clientX, y: clientY };
      timer.current = setTimeout(() => {
        acted.current = true;
        act();
      }, LONG_PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }) => {
      const { x, y } = begun.current;
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The browser's own menu would lie over what was selected.
    onContextMenu: (event) => {
      if (acted.current) event.preventDefault();
    },
    isEndOfPress: () => acted.current,
  });
}
