import { formatTimestamp } from '#contract/format.ts';
import classes from './Timestamp.module.css';

/** A moment as date with the time small below it. */
export function Timestamp({ at }: { at: string }) {
  const [date, ...time] = formatTimestamp(at).split(' ');
  return (
    <time dateTime={at} className={classes.timestamp}>
      {date} <small>{time.join(' ')}</small>
    </time>
  );
}

/** A moment on one line, small: for cells that hold two of them. */
export function SmallTimestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className={classes.small}>
      {formatTimestamp(at)}
    </time>
  );
}
