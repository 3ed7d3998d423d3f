/** Selects rows, by checkboxes or a long press. */
import type { MouseEvent, PointerEvent, SyntheticEvent } from 'react';
import { isOnRow, type RowSelection } from './rowSelection.ts';
import classes from './RowCheck.module.css';

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
        // A click before the rows are drawn would select none of them.
        disabled={selection.ofPage === 'empty'}
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

/** Makes handlers of elements, on each of which a long press of a finger acts. */
function longPresses(): (act: () => void) => LongPress {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let acted = false;
  const stop = () => clearTimeout(timer);
  return (act) => ({
    onPointerDown: ({ pointerType, clientX, clientY }) => {
      acted = false;
      if (pointerType === 'mouse') return;
      start = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        acted = true;
        act();
      }, LONG_PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > STILL_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The browser's own menu would cover the selection.
    onContextMenu: (event) => {
      if (acted) event.preventDefault();
    },
    isEndOfPress: () => acted,
  });
}

/** Makes the handlers of cards: a long press selects one; while some are selected a tap does, else it opens. */
export function cardPresses() {
  const longPress = longPresses();
  return function pressesOf<Row>(selection: RowSelection<Row>, row: Row, open: (click: MouseEvent) => void) {
    const { isEndOfPress, ...presses } = longPress(() => selection.toggle(row, false));
    return {
      ...presses,
      onClick: (click: MouseEvent) => {
        if (isEndOfPress()) return;
        if (!selection.isSelecting) open(click);
        else if (isOnRow(click)) selection.toggle(row, false);
      },
    };
  };
}
