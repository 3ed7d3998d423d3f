/** The category of a raw material or product. */
import { categoryEndpoints } from '#contract/masters/categories.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import type { Choice } from '#web/core/lookup/lookup.ts';

interface CategoryFieldProps {
  label: string;
  required?: boolean;
  chosen: Choice | null;
  /** The category that the record has, which is offered though it may be inactive. */
  was: number | null | undefined;
  onChange: (chosen: Choice | null) => void;
}

export function CategoryField({ was, onChange, ...props }: CategoryFieldProps) {
  return (
    <LookupField
      {...props}
      creates="categories"
      endpoint={categoryEndpoints.list}
      sort="name"
      toChoice={(each) => ({ value: each.categoryId, label: each.name })}
      offers={(each) => each.status === 1 || each.categoryId === was}
      onChoose={({ categoryId, name }) => onChange({ value: categoryId, label: name })}
      onClear={props.required === true ? undefined : () => onChange(null)}
    />
  );
}
