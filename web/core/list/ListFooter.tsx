import type { ReactNode } from 'react';
import type { List } from './useList.ts';
import classes from './ListFooter.module.css';

/** The page numbers to show: the first, the last and those around the current one; undefined for a gap. */
function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const candidates = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages);
  const shown = [...new Set(candidates)].toSorted((a, b) => a - b);
  return shown.flatMap((each, index) => {
    const before = shown[index - 1] ?? each - 1;
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [undefined, each] : [each];
  });
}

/** 'Showing X to Y of Z entries' and the pagination (specification §2). */
export function ListFooter({
  list,
  label,
  onSelect,
  tools,
}: {
  list: List<unknown>;
  label: string;
  /** On a phone, where no checkbox is seen before: begins to select. */
  onSelect?: () => void;
  /** Stand beside the number of entries. */
  tools?: ReactNode;
}) {
  const { page, pages, pageSize, total } = list;
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <div className={classes.footer}>
      <p role="status">{!list.loading && `Showing ${Math.min(from, total)} to ${to} of ${total} entries`}</p>
      {tools}
      {onSelect && total > 0 && (
        <button type="button" className={classes.select} onClick={onSelect}>
          Select
        </button>
      )}
      <nav className={classes.pages} aria-label={`Pages of ${label}`}>
        <button type="button" disabled={page <= 1} onClick={() => list.setPage(page - 1)}>
          Previous
        </button>
        {pageNumbers(page, pages).map((each, index) =>
          each === undefined ? (
            <span key={`gap ${index}`}>…</span>
          ) : (
            <button
              type="button"
              key={each}
              aria-label={`Page ${each}`}
              aria-current={each === page ? 'page' : undefined}
              onClick={() => list.setPage(each)}
            >
              {each}
            </button>
          ),
        )}
        <button type="button" disabled={page >= pages} onClick={() => list.setPage(page + 1)}>
          Next
        </button>
      </nav>
    </div>
  );
}
