/** Shows, hides, orders and sizes the columns of a list. */
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { PopupFrame } from '#web/core/ui/dialogs/PopupFrame.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import classes from './ColumnsDialog.module.css';
import { columnWidths, withWidth } from './columnWidths.ts';
import type { ChosenColumns } from './useColumns.ts';

interface ColumnsDialogProps<Row> {
  opened: boolean;
  columns: ChosenColumns<Row>;
  onClose: () => void;
}

export function ColumnsDialog<Row>({ opened, columns, onClose }: ColumnsDialogProps<Row>) {
  const { ordered, choice, choose } = columns;
  const setWidth = (header: string, width?: number) => choose(withWidth(choice, header, width));
  const headers = ordered.map(({ header }) => header);
  const show = (header: string, isShown: boolean) => {
    const hidden = choice.hidden.filter((each) => each !== header);
    choose({ ...choice, hidden: isShown ? hidden : [...hidden, header] });
  };
  /** Changes with each of its reset, so that the widths begin again. */
  const [resets, setResets] = useState(0);
  /** One place up or down. */
  const move = (from: number, to: number) => {
    const others = headers.toSpliced(from, 1);
    choose({ ...choice, order: others.toSpliced(to, 0, headers[from] ?? '') });
  };
  return (
    <PopupFrame opened={opened} onClose={onClose} title="Columns" size="sm" withClose>
      <ul className={classes.columns}>
        {ordered.map(({ header, below, pinned }, index) => (
          <li key={header}>
            <label>
              <input
                type="checkbox"
                checked={pinned || !choice.hidden.includes(header)}
                disabled={pinned}
                onChange={({ currentTarget }) => show(header, currentTarget.checked)}
              />
              {below ? `${header}, ${below.header}` : header}
            </label>
            <input
              key={resets}
              type="number"
              aria-label={`Width of ${header} in pixels`}
              title="Width in pixels; empty for as wide as needed"
              placeholder="auto"
              min={columnWidths.least}
              max={columnWidths.most}
              step={8}
              defaultValue={choice.widths[header]}
              onChange={({ currentTarget: { valueAsNumber, validity } }) => {
                if (Number.isNaN(valueAsNumber)) setWidth(header);
                else if (!validity.rangeUnderflow && !validity.rangeOverflow) setWidth(header, valueAsNumber);
              }}
            />
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
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            choose(undefined);
            setResets(resets + 1);
          }}
        >
          Reset columns
        </Button>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </PopupFrame>
  );
}
