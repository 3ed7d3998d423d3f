import { useEffect, type ReactNode } from 'react';
import classes from './PageHeader.module.css';

/** One line with the title, its count, and what one can do here. The browser's tab and history bear the title too. */
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
            <span className={classes.count}>{count.toLocaleString('en-IN')}</span>
          </>
        )}
      </h1>
      {children && <div className={classes.tools}>{children}</div>}
    </header>
  );
}
