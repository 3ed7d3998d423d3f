import type { FormErrors } from '@mantine/form';
import { flushSync } from 'react-dom';

interface ListForm<Line> {
  insertListItem: (list: string, line: Line) => void;
  removeListItem: (list: string, index: number) => void;
  getInputNode: (path: string) => HTMLElement | null;
}

interface LinesOptions<Line> {
  /** The name of the list field. */
  list: string;
  /** The first field of a line. */
  first: string;
  blank: () => Line;
  count: () => number;
}

/** Adds and removes lines of a document: at least one line always remains, and a new line gets the focus. */
export function linesOf<Line>(form: ListForm<Line>, { list, first, blank, count }: LinesOptions<Line>) {
  return {
    add: () => {
      // Rendered synchronously, so that the next keystroke goes into the new line.
      flushSync(() => form.insertListItem(list, blank()));
      form.getInputNode(`${list}.${count() - 1}.${first}`)?.focus();
    },
    remove: (index: number) => {
      form.removeListItem(list, index);
      if (count() === 0) form.insertListItem(list, blank());
    },
  };
}

interface Faulty {
  setErrors: (change: (errors: FormErrors) => FormErrors) => void;
}

/** Clears the faults of a list or line, and those within it, when it changes as a whole, as for a field. */
export function clearFaults(form: Faulty, path: string): void {
  const isWithin = (at: string) => at === path || at.startsWith(`${path}.`);
  form.setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([at]) => !isWithin(at))));
}
