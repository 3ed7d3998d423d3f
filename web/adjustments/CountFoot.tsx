import { Button } from '@mantine/core';
import { countTexts } from '#contract/adjustments.ts';
import { formatAmount } from '#contract/format.ts';
import classes from './CountSheet.module.css';
import { signed, sumOf, type Difference } from './countValues.ts';

interface CountFootProps {
  counted: number;
  differences: readonly Difference[];
  isBlind: boolean;
  busy: boolean;
  /** Undefined for a count that is edited. */
  saveForLater: (() => void) | undefined;
}

/** What posting does, and its button. */
export function CountFoot({ counted, differences, isBlind, busy, saveForLater }: CountFootProps) {
  const differing = differences.filter(({ change }) => change !== 0);
  const { texts, rupees } = sumOf(differing);
  return (
    <div className={classes.foot}>
      <p role="status">
        {!isBlind && counted > 0 && (
          <>
            {differing.length === 0 ? (
              countTexts.noneDiffers
            ) : (
              <>
                <strong>{countTexts.differ(differing.length)}</strong> {texts.join(', ')}
                {rupees !== undefined && (
                  <>
                    , <strong>₹ {signed(rupees, formatAmount(Math.abs(rupees)))}</strong> {countTexts.worth}
                  </>
                )}
                .
              </>
            )}{' '}
          </>
        )}
        <span className={classes.dim}>{countTexts.othersStay}</span>
      </p>
      {saveForLater && (
        <Button variant="default" onClick={saveForLater}>
          {countTexts.saveForLater}
        </Button>
      )}
      {/* Not disabled, which would drop the focus; sending happens once. */}
      <Button type="submit" data-disabled={busy || undefined} aria-disabled={busy}>
        {countTexts.post(counted)}
      </Button>
    </div>
  );
}
