/** Fields for what holds for all rows of a sheet, each with where it comes from. */
import { allRowsTexts as texts } from '#contract/office/importScreen.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { SupplierField } from '#web/masters/SupplierField.tsx';
import type { HeadDate } from '#web/stock/sheets/headDate.ts';
import type { AllRowsValue } from './allRows.ts';
import classes from './ImportPage.module.css';

interface AllRowsProps {
  values: readonly AllRowsValue[];
  head: HeadDate | undefined;
  onSay: (field: string, value: string) => void;
}

function noteOf({ column, value, isForGaps }: AllRowsValue, head: HeadDate | undefined): string {
  const isOfHead = column.cell === 'date' && head !== undefined;
  if (isOfHead && head.day === undefined) return texts.unclear(head.cell, head.text);
  if (isOfHead && (value === head.day || value === head.from)) return texts.from(head.cell, head.text);
  return isForGaps ? texts.emptyCells : texts.unsaid;
}

export function AllRows({ values, head, onSay }: AllRowsProps) {
  // A form, in which a typed supplier that is none stays as a fault.
  return (
    <form className={classes.allRows} onSubmit={(event) => event.preventDefault()}>
      {values.map((each) => (
        <div key={each.field} data-open={each.isOpen || undefined}>
          <Field {...each} onSay={(value) => onSay(each.field, value)} />
          <p>{noteOf(each, head)}</p>
        </div>
      ))}
    </form>
  );
}

function Field({ column, value, onSay }: AllRowsValue & { onSay: (value: string) => void }) {
  const label = texts.label(column.label);
  const isNeeded = column.forAll !== 'offered';
  if (column.cell === 'date') return <DateField label={label} required={isNeeded} value={value} onChange={onSay} />;
  if (column.cell === 'choice') {
    return (
      <SelectField
        label={label}
        required={isNeeded}
        placeholder={texts.choose}
        data={Object.keys(column.choices ?? {})}
        value={value === '' ? null : value}
        onChange={(choice) => onSay(choice ?? '')}
      />
    );
  }
  return (
    <SupplierField
      label={label}
      required={isNeeded}
      chosen={value === '' ? null : { value: 0, label: value }}
      onChoose={(supplier) => onSay(supplier.label)}
      onClear={() => onSay('')}
    />
  );
}
