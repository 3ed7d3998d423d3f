/** Buttons for the rows that are shown, by outcome, and the choice for those of existing records. */
import { formatCount } from '#contract/core/values/format.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import classes from './ShownRowsBar.module.css';
import type { SheetState } from '../useSheet.ts';
import type { ShownRows } from './useShownRows.ts';

const onExisting = [
  { value: 'skip', label: texts.skip },
  { value: 'update', label: texts.update },
];

export function ShownRowsBar({ shown, sheet }: { shown: ShownRows; sheet: SheetState }) {
  return (
    <div className={classes.tools}>
      <div className={classes.counts} role="group" aria-label={texts.sheet}>
        {shown.choices.map(([value, label, count]) => (
          <button key={value} type="button" aria-pressed={shown.shown === value} onClick={() => shown.setShown(value)}>
            {label} <b>{formatCount(count)}</b>
          </button>
        ))}
      </div>
      <SelectField
        label={texts.onExisting}
        data={onExisting}
        value={sheet.onExisting}
        onChange={(value) => sheet.setOnExisting(value === 'update' ? 'update' : 'skip')}
      />
    </div>
  );
}
