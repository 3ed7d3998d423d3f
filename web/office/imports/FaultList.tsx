/** The cells to correct, in the order of the rows; on a phone each with its field. */
import { TextInput } from '@mantine/core';
import type { ImportKind } from '#contract/kinds.ts';
import { importColumns } from '#contract/office/importSheets.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { importTexts } from '#contract/stock/importing.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import classes from './ImportPage.module.css';
import { isOfColumn, type CellFault } from './useSheet.ts';

const SHOWN = 200;

interface FaultListProps {
  kind: ImportKind;
  faults: readonly CellFault[];
  /** The last visited one. */
  current: CellFault | undefined;
  textOf: (fault: CellFault) => string;
  /** The name of the record of its row. */
  nameOf: (fault: CellFault) => string;
  isMapped: (fault: CellFault) => boolean;
  onGo: (fault: CellFault) => void;
  onPut: (fault: CellFault, text: string) => void;
}

export function FaultList({ kind, faults, current, textOf, nameOf, isMapped, onGo, onPut }: FaultListProps) {
  const isPhone = useIsPhone();
  const labelOf = (field: string) => importColumns(kind).find((column) => column.field === field)?.label ?? field;
  const columns = faults.filter(isOfColumn).length;
  const title = texts.toPutRight(columns, faults.length - columns);
  const unknown = new Set(
    faults.flatMap((fault) => (fault.message === importTexts.itemUnknown(textOf(fault)) ? [textOf(fault)] : [])),
  );
  return (
    <aside className={classes.faults} aria-label={title}>
      <Panel>
        <h2>{title}</h2>
        {unknown.size > 1 && <p className={classes.more}>{texts.itemsFirst(unknown.size)}</p>}
        <ol>
          {faults.slice(0, SHOWN).map((fault) => {
            const { row, field, message } = fault;
            const cell = textOf(fault);
            const name = nameOf(fault);
            const about = `${isOfColumn(fault) ? texts.sheet : texts.rowNumber(row)} · ${labelOf(field)}`;
            return (
              <li
                key={`${row} ${field} ${message}`}
                data-current={(current?.row === row && current.field === field) || undefined}
              >
                {isPhone && isMapped(fault) ? (
                  <TextInput
                    label={about}
                    description={name === cell ? undefined : name}
                    error={message}
                    defaultValue={cell}
                    onBlur={({ currentTarget }) => {
                      if (currentTarget.value !== cell) onPut(fault, currentTarget.value);
                    }}
                  />
                ) : (
                  <button type="button" onClick={() => onGo(fault)}>
                    <span>
                      {about} <span className={classes.cell}>{isOfColumn(fault) ? '' : cell || texts.empty}</span>
                    </span>
                    {name !== cell && <span className={classes.of}>{name}</span>}
                    <span className={classes.fault}>{message}</span>
                  </button>
                )}
              </li>
            );
          })}
        </ol>
        {faults.length > SHOWN && <p className={classes.more}>{texts.moreFaults(faults.length - SHOWN)}</p>}
      </Panel>
    </aside>
  );
}
