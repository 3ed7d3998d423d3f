import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import type { LookupFieldProps } from './lookup.ts';

const useInput = lazyWithPreload(() => import('./LookupInput.tsx'));

/** A combobox that searches records on the server, lazy-loaded. */
export function LookupField<Row>(props: LookupFieldProps<Row>) {
  const { LookupInput } = useInput();
  return <LookupInput {...props} />;
}
