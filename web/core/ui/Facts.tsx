import type { ReactNode } from 'react';
import classes from './Facts.module.css';
import { unbroken } from './unbroken.tsx';

export interface Fact {
  label: string;
  value: ReactNode;
  below?: ReactNode;
  /** The most important one. */
  isMain?: boolean;
}

/** Facts of a record, in a row. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, below, isMain }) => (
        <div key={label}>
          <dt>{unbroken(label)}</dt>
          <dd className={isMain ? classes.main : classes.value}>{unbroken(value)}</dd>
          {below && <dd className={classes.below}>{unbroken(below)}</dd>}
        </div>
      ))}
    </dl>
  );
}
