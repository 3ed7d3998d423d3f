/** Shows, hides and orders the columns of a list. */
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { PopupFrame } from '#web/ui/PopupFrame.tsx';
import { RowAction } from '#web/ui/RowAction.tsx';
import classes from './ColumnsDialog.module.css';
import type { ChosenColumns } from './useColumns.ts';

interface ColumnsDialogProps<Row> {
  opened: boolean;
  columns: ChosenColumns<Row>;
  onClose: () => void;
}

export function ColumnsDialog<Row>({ opened, columns, onClose }: ColumnsDialogProps<Row>) {
  const { ordered, choice, choose } = columns;
  const headers = ordered.map(({ header }) => header);
  const show = (header: string, isShown: boolean) => {
    const hidden = choice.hidden.filter((each) => each !== header);
    choose({ ...choice, hidden: isShown ? hidden : [...hidden, header] });
  };
  /** One place up or down. */
  const move = (from: number, to: number) => {
    const others = headers.toSpliced(from, 1);
    choose({ ...choice, order: others.toSpliced(to, 0, headers[from] ?? '') });
  };
  return (
    <PopupFrame opened={opened} onClose={onClose} title="Columns" size="sm" withClose>
      <ul className={classes.columns}>
        {ordered.map(({ header, pinned }, index) => (
          <li key={header}>
            <label>
              <input
                type="checkbox"
                checked={pinned || !choice.hidden.includes(header)}
                disabled={pinned}
                onChange={({ currentTarget }) => show(header, currentTarget.checked)}
              />
              {header}
            </label>
            {index > 0 && (
              <RowAction label={`Move ${header} before ${headers[index - 1]}`} onClick={() => move(index, index - 1)}>
                <IconArrowUp size={16} />
              </RowAction>
            )}
            {index < headers.length - 1 && (
              <RowAction label={`Move ${header} after ${headers[index + 1]}`} onClick={() => move(index, index + 1)}>
                <IconArrowDown size={16} />
              </RowAction>
            )}
          </li>
        ))}
      </ul>
      <label className={classes.dense}>
        <input
          type="checkbox"
          checked={choice.dense}
          onChange={({ currentTarget }) => choose({ ...choice, dense: currentTarget.checked })}
        />
        Closer rows
      </label>
      <div className={classes.foot}>
        <Button variant="subtle" color="gray" onClick={() => choose(undefined)}>
          As at first
        </Button>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </PopupFrame>
  );
}
