import type { DateFieldProps } from './DayInput.tsx';
import { later } from '#web/ui/later.ts';

const useInput = later(() => import('./DayInput.tsx'));

/** A day of the calendar, typed or picked. */
export function DateField(props: DateFieldProps) {
  const { DayInput } = useInput();
  return <DayInput {...props} />;
}
