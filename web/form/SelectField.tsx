import type { SelectProps } from '@mantine/core';
import { later } from '#web/ui/later.ts';

const useInput = later(() => import('./SelectInput.tsx'));

/** One of few values. */
export function SelectField<Value extends string | number>(props: SelectProps<Value>) {
  const { SelectInput } = useInput();
  return <SelectInput {...props} />;
}
