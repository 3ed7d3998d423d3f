import classes from './Wrapped.module.css';

interface WrappedProps {
  text: string;
  /** In pixels: how narrow and how wide its column may be made. */
  least: number;
  most: number;
}

/** A name, or what else must be read whole: it goes on in the next line, an e-mail address behind its @. */
export function Wrapped({ text, least, most }: WrappedProps) {
  const at = text.lastIndexOf('@') + 1;
  return (
    <span className={classes.wrapped} style={{ minWidth: least, maxWidth: most }}>
      {text.slice(0, at)}
      {at > 0 && <wbr />}
      {text.slice(at)}
    </span>
  );
}
