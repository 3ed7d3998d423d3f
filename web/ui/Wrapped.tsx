import { Fragment } from 'react';
import classes from './Wrapped.module.css';

interface WrappedProps {
  text: string;
  /** In pixels: how narrow and how wide its column may be made. */
  least: number;
  most: number;
}

/** Where an e-mail address goes on in the next line: behind its @ and before a dot. */
const ADDRESS_PARTS = /(?<=@)|(?=\.)/;

/** A name, or what else must be read whole: what does not fit goes on in the next line. */
export function Wrapped({ text, least, most }: WrappedProps) {
  const parts = text.includes('@') ? text.split(ADDRESS_PARTS) : [text];
  return (
    <span className={classes.wrapped} style={{ minWidth: least, maxWidth: most }}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
