import type { SelectProps } from '@mantine/core';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';

const useInput = lazyWithPreload(() => import('./SelectInput.tsx'));

/** A select, lazy-loaded. */
export function SelectField<Value extends string | number>(props: SelectProps<Value>) {
  const { SelectInput } = useInput();
  return <SelectInput {...props} />;
}
