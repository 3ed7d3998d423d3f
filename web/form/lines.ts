import { flushSync } from 'react-dom';

interface ListForm<Line> {
  insertListItem: (list: string, line: Line) => void;
  removeListItem: (list: string, index: number) => void;
  getInputNode: (path: string) => HTMLElement | null;
}

interface LinesOptions<Line> {
  /** The field that holds them. */
  list: string;
  /** The first field of a line. */
  first: string;
  blank: () => Line;
  count: () => number;
}

/** Adding and removing lines of a document: there is always one to write in, and a new one takes the cursor. */
export function linesOf<Line>(form: ListForm<Line>, { list, first, blank, count }: LinesOptions<Line>) {
  return {
    add: () => {
      // Drawn at once, so that not one key of what is typed next is lost.
      flushSync(() => form.insertListItem(list, blank()));
      form.getInputNode(`${list}.${count() - 1}.${first}`)?.focus();
    },
    remove: (index: number) => {
      form.removeListItem(list, index);
      if (count() === 0) form.insertListItem(list, blank());
    },
  };
}
