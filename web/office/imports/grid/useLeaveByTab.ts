/** Tab goes through the cells of a sheet; after Esc it goes out of the sheet. */
import { useEffect, useRef, type RefObject } from 'react';
import type { DataSheetGridRef } from 'react-datasheet-grid';

const TABBABLE = 'a[href], button:not(:disabled), input:not(:disabled, [type=hidden], [hidden]), select, textarea';

export function useLeaveByTab(frame: RefObject<HTMLElement | null>, grid: RefObject<DataSheetGridRef | null>) {
  const isEscaped = useRef(false);
  useEffect(() => {
    const leave = (isBack: boolean) => {
      const within = frame.current;
      if (!within) return;
      const direction = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
      const outside = [...document.querySelectorAll<HTMLElement>(TABBABLE)].filter(
        (each) =>
          !within.contains(each) &&
          each.tabIndex >= 0 &&
          each.checkVisibility() &&
          (within.compareDocumentPosition(each) & direction) !== 0,
      );
      grid.current?.setActiveCell(null);
      outside.at(isBack ? -1 : 0)?.focus();
    };
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      const isHere = target === document.body || (target instanceof Node && frame.current?.contains(target));
      if (event.key === 'Tab' && isHere && isEscaped.current) {
        // The grid listens on the document too, and takes the focus that comes to it.
        event.preventDefault();
        event.stopImmediatePropagation();
        leave(event.shiftKey);
      }
      if (event.key !== 'Shift') isEscaped.current = event.key === 'Escape' && isHere === true;
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [frame, grid]);
}
