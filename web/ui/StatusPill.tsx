import classes from './StatusPill.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

/** A state in a word, with a dot in its colour; never the colour alone. */
export function StatusPill({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {label}
    </span>
  );
}
