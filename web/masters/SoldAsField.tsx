/** The claim that goods are sold under, or none. */
import type { SelectProps } from '@mantine/core';
import { soldAsOptions, soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';

interface SoldAsFieldProps extends Omit<SelectProps, 'data' | 'label'> {
  /** The choice of no claim. */
  none: string;
}

export function SoldAsField({ none, ...input }: SoldAsFieldProps) {
  const options = [{ value: '', label: none }, ...soldAsOptions];
  return <SelectField {...input} label={soldAsTexts.label} allowDeselect={false} data={options} />;
}
