import { later } from '#web/ui/later.ts';
import type { LookupFieldProps } from './lookup.ts';

const useInput = later(() => import('./LookupInput.tsx'));

/** A field that picks a record by typing. */
export function LookupField<Row>(props: LookupFieldProps<Row>) {
  const { LookupInput } = useInput();
  return <LookupInput {...props} />;
}
