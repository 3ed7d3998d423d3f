/** Notes below the rows of a sheet. */
import { gridTexts, importPageTexts as texts } from '#contract/office/importScreen.ts';
import { importTexts } from '#contract/stock/importing.ts';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import classes from './SheetNotes.module.css';
import { ExistingList, type ExistingRow } from './questions/ExistingList.tsx';
import type { SheetState } from './useSheet.ts';

interface SheetNotesProps {
  sheet: SheetState;
  existingRows: readonly ExistingRow[];
  /** Whether the sheet changes nothing. */
  isDone: boolean;
}

export function SheetNotes({ sheet, existingRows, isDone }: SheetNotesProps) {
  const isPhone = useIsPhone();
  const { rows, headings, mapping, checked, isChecked, error } = sheet;
  const unused = headings.filter((heading) => mapping[heading] === '');
  return (
    <div className={classes.notes}>
      {rows.length === 0 && <p role="status">{importTexts.noRows}</p>}
      {rows.length > 0 && !isChecked && !error && <p role="status">{texts.checking(rows.length)}</p>}
      {sheet.onExisting === 'update' && <p>{texts.emptyStays}</p>}
      {isDone && <p>{texts.nothingToDo}</p>}
      <ExistingList rows={existingRows} />
      {isChecked && checked && checked.readings.size > 0 && <p>{texts.readings(checked.readings.size)}</p>}
      {unused.length > 0 && <p>{texts.unused(unused)}</p>}
      {checked && checked.answer.made.length > 0 && <p>{texts.made(checked.answer.made)}</p>}
      {!isPhone && <p>{gridTexts.keys}</p>}
      <p>{texts.together}</p>
    </div>
  );
}
