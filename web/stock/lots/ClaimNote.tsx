import { describeClaim } from '#contract/stock/claims/claims.ts';
import { claimsText, type SchemeClaim } from '#contract/stock/claims/schemes.ts';
import type { Claim } from '#contract/stock/stock.ts';
import classes from './ClaimNote.module.css';

interface ClaimNoteProps {
  /** Null if it does not count. */
  claim: Claim | null;
  claims: readonly SchemeClaim[];
  organicPercent: number | null;
}

/** Claim of an input lot: quiet if it is organic. */
export function ClaimNote({ claim, claims, organicPercent }: ClaimNoteProps) {
  if (claim === null) return null;
  const { text, isOrganic } = describeClaim(claim, organicPercent);
  const named = claims.length > 0 || isOrganic ? claimsText(claims, claim) : text;
  return (
    <small className={classes.claim} data-other={!isOrganic || undefined}>
      {named}
    </small>
  );
}
