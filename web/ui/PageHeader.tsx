import { useEffect, type ReactNode } from 'react';
import { formatCount } from '#contract/format.ts';
import classes from './PageHeader.module.css';

/** The page title with its count and buttons; also sets the document title. */
export function PageHeader({ title, count, children }: { title: string; count?: number; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Godown`;
  }, [title]);

  return (
    <header className={classes.header}>
      <h1>
        {title}
        {count !== undefined && (
          <>
            {' '}
            <span className={classes.count}>{formatCount(count)}</span>
          </>
        )}
      </h1>
      {children && <div className={classes.tools}>{children}</div>}
    </header>
  );
}
