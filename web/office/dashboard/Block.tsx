import { useId, type ReactNode } from 'react';
import classes from './Block.module.css';

interface BlockProps {
  title: string;
  /** Beside the title. */
  about?: ReactNode;
  /** At the right end of the head. */
  aside?: ReactNode;
  /** Width, of the twelve columns of the dashboard; four by default. */
  columns?: 5 | 7 | 12;
  children: ReactNode;
}

/** One block of the dashboard. */
export function Block({ title, about, aside, columns, children }: BlockProps) {
  const id = useId();
  return (
    <section className={classes.block} data-columns={columns} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {about !== undefined && <span className={classes.about}>{about}</span>}
        {aside !== undefined && <span className={classes.aside}>{aside}</span>}
      </header>
      {children}
    </section>
  );
}

/** Shown in an empty block. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={classes.nothing}>{children}</p>;
}

/** Below the rest of a block. */
export function Foot({ children }: { children: ReactNode }) {
  return <p className={classes.foot}>{children}</p>;
}
