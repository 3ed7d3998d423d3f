import { formatTimestamp } from '#contract/core/values/format.ts';
import { keepWhole } from './keepWhole.tsx';
import classes from './Timestamp.module.css';

/** The date, with the time small below it. */
export function Timestamp({ at }: { at: string }) {
  const [date, ...time] = formatTimestamp(at).split(' ');
  return (
    <time dateTime={at} className={classes.timestamp}>
      {keepWhole(date)} <small>{time.join(' ')}</small>
    </time>
  );
}

/** Date and time on one small line, for cells with two timestamps. */
export function SmallTimestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className={classes.small}>
      {keepWhole(formatTimestamp(at))}
    </time>
  );
}
