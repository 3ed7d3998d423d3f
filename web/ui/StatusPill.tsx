import classes from './StatusPill.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

interface StatusPillProps {
  tone: Tone;
  label: string;
  /** Somebody has to act on it: it stands on a ground of its colour. Set only with 'warn' and 'bad'. */
  urgent?: boolean;
}

/** A state in a word, with a dot in its colour; never the colour alone. */
export function StatusPill({ tone, label, urgent }: StatusPillProps) {
  return (
    <span className={classes.pill} data-tone={tone} data-urgent={urgent || undefined}>
      {label}
    </span>
  );
}
