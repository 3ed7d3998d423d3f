import type { ReactNode } from 'react';
import classes from './Facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  below?: ReactNode;
  /** The one that is looked for first. */
  isMain?: boolean;
}

/** What a record is, in a row of facts. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, below, isMain }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={isMain ? classes.main : classes.value}>{value}</dd>
          {below && <dd className={classes.below}>{below}</dd>}
        </div>
      ))}
    </dl>
  );
}
