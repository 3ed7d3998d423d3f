import { useEffect, type ReactNode } from 'react';
import { formatCount } from '#contract/core/values/format.ts';
import { TITLE_END } from './paper.ts';
import { unbroken } from './unbroken.tsx';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  count?: number;
  /** Total number, if the list is narrowed. */
  of?: number;
  /** Elements beside a record's name: its ID, its state. */
  beside?: ReactNode;
  /** Search and buttons. */
  children?: ReactNode;
}

/** The page title with its count and buttons; also sets the document title. */
export function PageHeader({ title, count, of, beside, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title}${TITLE_END}`;
  }, [title]);

  return (
    <header className={classes.header}>
      <h1>
        {unbroken(title)}
        {count !== undefined && (
          <>
            {' '}
            <span className={classes.count}>
              {of === undefined ? formatCount(count) : `${formatCount(count)} of ${formatCount(of)}`}
            </span>
          </>
        )}
      </h1>
      {beside && <div className={classes.beside}>{beside}</div>}
      {children && <div className={classes.tools}>{children}</div>}
    </header>
  );
}
