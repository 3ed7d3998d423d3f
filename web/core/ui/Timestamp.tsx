import { formatTimestamp } from '#contract/core/values/format.ts';
import { unbroken } from './unbroken.tsx';
import classes from './Timestamp.module.css';

/** The date, with the time small below it. */
export function Timestamp({ at }: { at: string }) {
  const [date, ...time] = formatTimestamp(at).split(' ');
  return (
    <time dateTime={at} className={classes.timestamp}>
      {unbroken(date)} <small>{time.join(' ')}</small>
    </time>
  );
}

/** Date and time on one small line, for cells with two timestamps. */
export function SmallTimestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className={classes.small}>
      {unbroken(formatTimestamp(at))}
    </time>
  );
}
