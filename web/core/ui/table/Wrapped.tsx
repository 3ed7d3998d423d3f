import { Fragment } from 'react';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import classes from './Wrapped.module.css';

interface WrappedProps {
  text: string;
  /** Limits of its column, in pixels. */
  minWidth: number;
  maxWidth: number;
}

/** Text that wraps and is never truncated; an e-mail address breaks after its @. */
export function Wrapped({ text, minWidth, maxWidth }: WrappedProps) {
  const at = text.lastIndexOf('@') + 1;
  return (
    <span className={classes.wrapped} style={{ minWidth, maxWidth }}>
      {at === 0 ? unbroken(text) : text.slice(0, at)}
      {at > 0 && <Domain name={text.slice(at)} />}
    </span>
  );
}

/** Breaks before a dot, and only if it is too long for a line. */
function Domain({ name }: { name: string }) {
  return (
    <span className={classes.domain}>
      {name.split(/(?=\.)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
