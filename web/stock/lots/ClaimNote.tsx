import { describeClaim } from '#contract/stock/claims/claims.ts';
import type { Claim } from '#contract/stock/stock.ts';
import classes from './ClaimNote.module.css';

interface ClaimNoteProps {
  /** Null if it does not count. */
  claim: Claim | null;
  organicPercent: number | null;
}

/** Claim of an input lot: quiet if it is organic. */
export function ClaimNote({ claim, organicPercent }: ClaimNoteProps) {
  if (claim === null) return null;
  const { text, isOrganic } = describeClaim(claim, organicPercent);
  return (
    <small className={classes.claim} data-other={!isOrganic || undefined}>
      {text}
    </small>
  );
}
