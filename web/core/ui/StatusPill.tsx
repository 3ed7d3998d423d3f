import classes from './StatusPill.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

interface StatusPillProps {
  tone: Tone;
  label: string;
  /** Requires action: shown with a background colour. Only with 'warn' and 'bad'. */
  urgent?: boolean;
}

/** A status as text with a coloured dot; never the colour alone. */
export function StatusPill({ tone, label, urgent }: StatusPillProps) {
  return (
    <span className={classes.pill} data-tone={tone} data-urgent={urgent || undefined}>
      {label}
    </span>
  );
}
