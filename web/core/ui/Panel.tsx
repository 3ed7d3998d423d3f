import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** The surface below a table. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={classes.panel}>{children}</div>;
}

/** Shown instead of rows: that there are none, or why. */
export function PanelMessage({ role, children }: { role?: 'alert' | 'status'; children: ReactNode }) {
  return (
    <div className={classes.message} role={role}>
      {children}
    </div>
  );
}
