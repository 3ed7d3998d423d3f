import type { FormErrors } from '@mantine/form';

interface Faulty {
  setErrors: (change: (errors: FormErrors) => FormErrors) => void;
}

/** A list or a line changes as a whole: what was wrong with it, or within it, goes, as a field's fault does. */
export function clearFaults(form: Faulty, path: string): void {
  const isWithin = (at: string) => at === path || at.startsWith(`${path}.`);
  form.setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([at]) => !isWithin(at))));
}
