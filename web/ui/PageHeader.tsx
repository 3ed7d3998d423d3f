import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

/** One line with the title, its count, and what one can do here. */
export function PageHeader({ title, count, children }: { title: string; count?: number; children?: ReactNode }) {
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
