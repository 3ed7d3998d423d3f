import type { FormErrors } from '@mantine/form';
import { flushSync } from 'react-dom';

interface ListForm<Line> {
  insertListItem: (list: string, line: Line) => void;
  removeListItem: (list: string, index: number) => void;
  getInputNode: (path: string) => HTMLElement | null;
  getValues: () => Readonly<Record<string, unknown>>;
}

interface LinesOptions<Line> {
  /** The name of the list field. */
  list?: string;
  /** The first field of a line. */
  first: string;
  blank: () => Line;
}

/** Adds and removes lines of a document: at least one line always remains, and a new line gets the focus. */
export function linesOf<Line>(form: ListForm<Line>, { list = 'lines', first, blank }: LinesOptions<Line>) {
  const count = () => {
    const lines = form.getValues()[list];
    return Array.isArray(lines) ? lines.length : 0;
  };
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

/**
 * Maps a field path of the body's lines to the form, whose blank lines the body lacks; `fieldOf` maps the field of a line.
 * Without any line, the error shows at the first blank one.
 */
export function lineField<Line>(
  path: string,
  { all, filled }: { all: readonly Line[]; filled: readonly Line[] },
  fieldOf: (field: string) => string,
): string {
  const [list, index, field = ''] = path.split('.');
  const line = filled[Number(index)];
  return `${list}.${line ? all.indexOf(line) : 0}.${fieldOf(field)}`;
}

interface Faulty {
  setErrors: (change: (errors: FormErrors) => FormErrors) => void;
}

/** Clears the faults of a list or line, and those within it, when it changes as a whole, as for a field. */
export function clearFaults(form: Faulty, path: string): void {
  const isWithin = (at: string) => at === path || at.startsWith(`${path}.`);
  form.setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([at]) => !isWithin(at))));
}
