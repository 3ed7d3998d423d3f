import { useCallback, useState } from 'react';

export interface Lines<Line> {
  lines: Line[];
  change: (key: number, patch: (line: Line) => Partial<Line>) => void;
  add: () => void;
  remove: (key: number) => void;
}

/** The lines of a document while it is written; there is always one to write in. `blank` must not change. */
export function useLines<Line extends { key: number }>(blank: (key: number) => Line, first: Line[]): Lines<Line> {
  const [lines, setLines] = useState(first.length > 0 ? first : [blank(1)]);

  const change = useCallback((key: number, patch: (line: Line) => Partial<Line>) => {
    setLines((present) => present.map((line) => (line.key === key ? { ...line, ...patch(line) } : line)));
  }, []);
  const withBlank = useCallback((present: Line[], highest: number) => [...present, blank(highest + 1)], [blank]);
  const add = useCallback(() => {
    setLines((present) => withBlank(present, highestKey(present)));
  }, [withBlank]);
  const remove = useCallback(
    (key: number) => {
      setLines((present) => {
        const rest = present.filter((line) => line.key !== key);
        return rest.length > 0 ? rest : withBlank(rest, highestKey(present));
      });
    },
    [withBlank],
  );
  return { lines, change, add, remove };
}

function highestKey(lines: { key: number }[]): number {
  return Math.max(0, ...lines.map(({ key }) => key));
}
