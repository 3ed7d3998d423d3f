import type { ReactNode } from 'react';
import classes from './RecordColumns.module.css';

/** Main column of a record, and beside it on a wide screen its facts. */
export function RecordColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>{children}</div>
      <div className={classes.aside}>{aside}</div>
    </div>
  );
}

interface AsideRow {
  key: number | string;
  title: ReactNode;
  below?: ReactNode;
  figure?: ReactNode;
}

/** A short list beside a record: name, a line below, a figure at the right. */
export function AsideRows({ rows, empty }: { rows: readonly AsideRow[]; empty: string }) {
  if (rows.length === 0) return <p className={classes.empty}>{empty}</p>;
  return (
    <ul className={classes.rows}>
      {rows.map(({ key, title, below, figure }) => (
        <li key={key}>
          <div>
            <strong>{title}</strong>
            {below && <small>{below}</small>}
          </div>
          {figure && <span>{figure}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Facts of a record, a term and its text in each line. */
export function AsideFacts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
