import { useRef, type PointerEvent } from 'react';
import classes from './ColumnGrip.module.css';
import { withinWidths } from './useColumns.ts';

interface ColumnGripProps {
  /** Undefined for as wide as its content needs. */
  onWidth: (width: number | undefined) => void;
}

/** At the end of a heading: dragged it makes the column wider or narrower. By keys, the choice of columns does. */
export function ColumnGrip({ onWidth }: ColumnGripProps) {
  /** The column's width less the pointer's place. */
  const from = useRef<number>(undefined);
  const drag = ({ clientX }: PointerEvent) => {
    if (from.current !== undefined) onWidth(withinWidths(from.current + clientX));
  };
  return (
    <span
      aria-hidden
      className={classes.grip}
      title="Drag to change the width; double-click for as wide as needed"
      onPointerDown={({ currentTarget, pointerId, clientX, button }) => {
        if (button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        from.current = (currentTarget.parentElement?.offsetWidth ?? 0) - clientX;
      }}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        from.current = undefined;
      }}
      onDoubleClick={() => onWidth(undefined)}
    />
  );
}
