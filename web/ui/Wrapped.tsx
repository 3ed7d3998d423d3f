import { Fragment } from 'react';
import classes from './Wrapped.module.css';

interface WrappedProps {
  text: string;
  /** In pixels: how narrow and how wide its column may be made. */
  least: number;
  most: number;
}

/** A name, or what else must be read whole: what does not fit goes on in the next line, an e-mail address behind its @. */
export function Wrapped({ text, least, most }: WrappedProps) {
  const at = text.lastIndexOf('@') + 1;
  return (
    <span className={classes.wrapped} style={{ minWidth: least, maxWidth: most }}>
      {at === 0 ? text : text.slice(0, at)}
      {at > 0 && <Domain name={text.slice(at)} />}
    </span>
  );
}

/** Stays together; where it is too long for a line, it goes on before a dot. */
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
