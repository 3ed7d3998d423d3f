/** Cells that are not taken as they stand, where no grid shows them: on a phone. */
import { columnLabel } from '#contract/core/importColumns.ts';
import { importColumns } from '#contract/office/importSheets.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import type { RowReading } from '#contract/stock/importing.ts';
import { questionTexts } from '#contract/stock/sheets/questionTexts.ts';
import type { SheetState } from '../useSheet.ts';
import { RowList } from './RowList.tsx';

const SHOWN = 200;

interface ChangedListProps {
  readings: readonly RowReading[];
  sheet: SheetState;
}

export function ChangedList({ readings, sheet }: ChangedListProps) {
  if (readings.length === 0) return null;
  return (
    <RowList title={texts.changed} more={readings.length - SHOWN}>
      {readings.slice(0, SHOWN).map((reading) => (
        <li key={`${reading.row} ${reading.field}`}>
          <span>
            {texts.rowNumber(reading.row)} · {columnLabel(importColumns(sheet.kind), reading.field)}
          </span>
          <b>{questionTexts.was(sheet.textAt(reading), reading.text)}</b>
        </li>
      ))}
    </RowList>
  );
}
