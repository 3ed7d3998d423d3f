import { useState } from 'react';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';

interface FilterDayProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** A date field that changes the filter only when the date is valid or empty. */
export function FilterDay({ label, value, onChange }: FilterDayProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <DateField
      label={label}
      value={typed ?? value ?? ''}
      onChange={(text) => {
        const isWhole = text === '' || isCalendarDate(text);
        setTyped(isWhole ? undefined : text);
        if (isWhole) onChange(text || undefined);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
