import classes from './Key.module.css';

/** A key of the keyboard, by its name. */
export function Key({ children }: { children: string }) {
  return <kbd className={classes.key}>{children}</kbd>;
}
