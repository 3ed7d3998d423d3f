import type { ReactNode } from 'react';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import classes from './RowList.module.css';

interface RowListProps {
  title: string;
  /** Beside the title: what can be done with all of them. */
  action?: ReactNode;
  /** How many items are not shown. */
  more?: number;
  children: ReactNode;
}

/** Rows of a sheet that are listed apart from the others, with what can be done about each. */
export function RowList({ title, action, more = 0, children }: RowListProps) {
  return (
    <Panel>
      <section className={classes.rows} aria-label={title}>
        <header>
          <h2>{title}</h2>
          {action}
        </header>
        <ul>{children}</ul>
        {more > 0 && <p className={classes.more}>{texts.moreFaults(more)}</p>}
      </section>
    </Panel>
  );
}
