import { IconColumns3 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyWithPreload } from '#web/ui/lazyWithPreload.ts';
import classes from './ListFooter.module.css';
import type { ChosenColumns } from './useColumns.ts';

const useDialog = lazyWithPreload(() => import('./ColumnsDialog.tsx'));

/** Opens the choice of columns; there is none on a phone, where rows are cards. */
export function ColumnsButton<Row>({ columns }: { columns: ChosenColumns<Row> }) {
  const [opened, setOpened] = useState(false);
  /** Stays once it was opened, so that the focus returns when it closes. */
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.columns}
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        <IconColumns3 size={15} aria-hidden />
        Columns
      </button>
      <Suspense>{wanted && <Dialog opened={opened} columns={columns} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}

function Dialog<Row>(props: { opened: boolean; columns: ChosenColumns<Row>; onClose: () => void }) {
  const { ColumnsDialog } = useDialog();
  return <ColumnsDialog {...props} />;
}
