import type { SelectProps } from '@mantine/core';
import { activeLabels } from '#contract/core/fields.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';

const options = [
  { value: 1 as const, label: activeLabels[1] },
  { value: 0 as const, label: activeLabels[0] },
];

export function ActiveStatusField(input: Omit<SelectProps<1 | 0>, 'data'>) {
  return <SelectField {...input} required allowDeselect={false} data={options} />;
}
