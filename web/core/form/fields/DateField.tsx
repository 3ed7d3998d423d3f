import type { DateFieldProps } from './DayInput.tsx';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';

const useInput = lazyWithPreload(() => import('./DayInput.tsx'));

/** A date field, lazy-loaded. */
export function DateField(props: DateFieldProps) {
  const { DayInput } = useInput();
  return <DayInput {...props} />;
}
