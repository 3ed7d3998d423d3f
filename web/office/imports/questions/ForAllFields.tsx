/** Fields for what holds for all rows of a sheet, each with where it comes from. */
import { forAllTexts as texts } from '#contract/office/importScreen.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { SupplierField } from '#web/masters/SupplierField.tsx';
import type { SheetDate } from '#web/stock/sheets/sheetDate.ts';
import type { ForAllValue } from './forAllRows.ts';
import classes from './ForAllFields.module.css';

interface ForAllFieldsProps {
  values: readonly ForAllValue[];
  sheetDate: SheetDate | undefined;
  onEnter: (field: string, value: string) => void;
}

function noteOf({ column, value, isForGaps }: ForAllValue, sheetDate: SheetDate | undefined): string {
  const date = column.cell === 'date' ? sheetDate : undefined;
  if (date && date.day === undefined) return texts.unclear(date.cell, date.text);
  if (date && (value === date.day || value === date.from)) return texts.from(date.cell, date.text);
  return isForGaps ? texts.emptyCells : texts.notStated;
}

export function ForAllFields({ values, sheetDate, onEnter }: ForAllFieldsProps) {
  // A form, in which a typed supplier that is none stays as a fault.
  return (
    <form className={classes.fields} onSubmit={(event) => event.preventDefault()}>
      {values.map((each) => (
        <div key={each.field} data-open={each.isOpen || undefined}>
          <Field {...each} onEnter={(value) => onEnter(each.field, value)} />
          <p>{noteOf(each, sheetDate)}</p>
        </div>
      ))}
    </form>
  );
}

function Field({ column, value, onEnter }: ForAllValue & { onEnter: (value: string) => void }) {
  const label = texts.label(column.label);
  const isNeeded = column.forAll !== 'offered';
  if (column.cell === 'date') return <DateField label={label} required={isNeeded} value={value} onChange={onEnter} />;
  if (column.cell === 'choice') {
    return (
      <SelectField
        label={label}
        required={isNeeded}
        placeholder={texts.choose}
        data={Object.keys(column.choices ?? {})}
        value={value === '' ? null : value}
        onChange={(choice) => onEnter(choice ?? '')}
      />
    );
  }
  return (
    <SupplierField
      label={label}
      required={isNeeded}
      chosen={value === '' ? null : { value: 0, label: value }}
      onChoose={(supplier) => onEnter(supplier.label)}
      onClear={() => onEnter('')}
    />
  );
}
