import type { SelectProps } from '@mantine/core';
import { SelectField } from '#web/ui/SelectField.tsx';
import { StatusPill } from '#web/ui/StatusPill.tsx';

/** Specification §4. */
const options = [
  { value: 1 as const, label: 'Active' },
  { value: 0 as const, label: 'Inactive' },
];

export function ActiveStatusField(input: Omit<SelectProps<1 | 0>, 'data'>) {
  return <SelectField {...input} label="Status" required allowDeselect={false} data={options} />;
}

/** Green for Active, red for Inactive (specification §2). */
export function ActiveStatus({ status }: { status: 1 | 0 }) {
  return status === 1 ? <StatusPill tone="good" label="Active" /> : <StatusPill tone="bad" label="Inactive" />;
}
