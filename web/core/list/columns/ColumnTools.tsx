/** Changes the columns of a list. */
import { IconColumns3 } from '@tabler/icons-react';
import { Suspense, useRef, useState, type PointerEvent } from 'react';
import { lazyPart, openPart } from '#web/core/ui/loading/lazyWithPreload.ts';
import classes from './ColumnTools.module.css';
import { withWidth } from './columnWidths.ts';
import type { ChosenColumns } from './useColumns.ts';

const useDialog = lazyPart(() => import('./ColumnsDialog.tsx'));

/** Opens the choice of columns; there is none on a phone, where rows are cards. */
export function ColumnsButton<Row>({ columns }: { columns: ChosenColumns<Row> }) {
  const [opened, setOpened] = useState(false);
  /** Stays once it was opened, so that the focus returns when it closes. */
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.columns}
        onClick={() =>
          openPart(useDialog, () => {
            setWasOpened(true);
            setOpened(true);
          })
        }
      >
        <IconColumns3 size={15} aria-hidden />
        Columns
      </button>
      <Suspense>{wasOpened && <Dialog opened={opened} columns={columns} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}

function Dialog<Row>(props: { opened: boolean; columns: ChosenColumns<Row>; onClose: () => void }) {
  const { ColumnsDialog } = useDialog();
  return <ColumnsDialog {...props} />;
}

interface ColumnGripProps<Row> {
  columns: ChosenColumns<Row>;
  header: string;
}

/** At the end of a heading: dragged it makes the column wider or narrower. By keys, the choice of columns does. */
export function ColumnGrip<Row>({ columns: { choice, choose }, header }: ColumnGripProps<Row>) {
  /** The column's width less the pointer's place. */
  const from = useRef<number>(undefined);
  const resize = (width: number | undefined) => choose(withWidth(choice, header, width));
  const drag = ({ clientX }: PointerEvent) => {
    if (from.current !== undefined) resize(from.current + clientX);
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
      onDoubleClick={() => resize(undefined)}
    />
  );
}
