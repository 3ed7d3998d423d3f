/** The cells to correct, in the order of the rows; on a phone each with its field. */
import { TextInput } from '@mantine/core';
import { columnLabel } from '#contract/core/importColumns.ts';
import { importColumns, importSheets } from '#contract/office/importSheets.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { importTexts } from '#contract/stock/importing.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import classes from './FaultList.module.css';
import type { SheetState } from '../useSheet.ts';
import { isOfColumn, type CellFault } from '../useSheetCheck.ts';

const SHOWN = 200;

interface FaultListProps {
  sheet: SheetState;
  faults: readonly CellFault[];
  /** The last visited one. */
  current: CellFault | undefined;
  onGo: (fault: CellFault) => void;
}

export function FaultList({ sheet, faults, current, onGo }: FaultListProps) {
  const isPhone = useIsPhone();
  // The first column of each sheet names the record.
  const nameField = importSheets[sheet.kind].columns[0]?.field ?? '';
  const columns = faults.filter(isOfColumn).length;
  const title = texts.toPutRight(columns, faults.length - columns);
  const cells = faults.map((fault) => ({ text: sheet.textAt(fault), message: fault.message }));
  const unknown = new Set(
    cells.flatMap(({ text, message }) => (message === importTexts.itemUnknown(text) ? text : [])),
  );
  return (
    <aside className={classes.faults} aria-label={title}>
      <Panel>
        <h2>{title}</h2>
        {unknown.size > 1 && <p className={classes.more}>{texts.itemsFirst(unknown.size)}</p>}
        <ol>
          {faults.slice(0, SHOWN).map((fault) => {
            const { row, field, message } = fault;
            const cell = sheet.textAt(fault);
            const name = sheet.textAt({ row, field: nameField });
            const label = columnLabel(importColumns(sheet.kind), field);
            const about = `${isOfColumn(fault) ? texts.sheet : texts.rowNumber(row)} · ${label}`;
            return (
              <li
                // A field begins anew with another text of its cell, as from another column.
                key={`${row} ${field} ${cell} ${message}`}
                data-current={(current?.row === row && current.field === field) || undefined}
              >
                {isPhone && sheet.columnOf(field) >= 0 ? (
                  <TextInput
                    label={about}
                    description={name === cell ? undefined : name}
                    error={message}
                    defaultValue={cell}
                    onBlur={({ currentTarget }) => {
                      if (currentTarget.value !== cell) sheet.putText(fault, currentTarget.value);
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
