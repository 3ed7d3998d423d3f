import { useRef, type PointerEvent, type SyntheticEvent } from 'react';

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
