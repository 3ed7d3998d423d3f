/** The two ends of a range: days, or amounts in rupees. */
import { useState } from 'react';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { FilterDay } from './FilterDay.tsx';
import { valueOf, type Filters } from './useFilters.ts';

interface RangeFieldsProps {
  kind: 'days' | 'amounts';
  label: string;
  names: readonly [from: string, to: string];
  filters: Filters;
  show: (next: Filters) => void;
}

interface EndProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function RangeFields({ kind, label, names, filters, show }: RangeFieldsProps) {
  const End = kind === 'days' ? FilterDay : Amount;
  return names.map((name, index) => (
    <End
      key={name}
      label={`${label} ${index === 0 ? 'from' : 'to'}`}
      value={valueOf(filters[name])}
      onChange={(value) => show({ [name]: value })}
    />
  ));
}

/** Narrows once the field is left or Enter is pressed. */
function Amount({ label, value, onChange }: EndProps) {
  const [typed, setTyped] = useState<string>();
  const apply = () => {
    if (typed !== undefined) onChange(typed.replaceAll(/[,\s₹]/g, '') || undefined);
    setTyped(undefined);
  };
  return (
    <NumberField
      label={label}
      value={typed ?? value ?? ''}
      onChange={setTyped}
      suffix="₹"
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
    />
  );
}
