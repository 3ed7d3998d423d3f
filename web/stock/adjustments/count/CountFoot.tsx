import { Button } from '@mantine/core';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { formatRupees } from '#contract/core/values/format.ts';
import classes from './CountSheet.module.css';
import { sumOf, type Difference } from './countValues.ts';

interface CountFootProps {
  counted: number;
  differences: readonly Difference[];
  isBlind: boolean;
  busy: boolean;
  /** Value of the sheet's stock by the ledger, in rupees. */
  worth?: number;
  /** Text about lots without a quantity. */
  others: string;
  post: string;
  /** Undefined for a count that is edited. */
  saveForLater?: () => void;
}

/** Effect of posting, and its button. */
export function CountFoot({ counted, differences, isBlind, busy, worth, saveForLater, others, post }: CountFootProps) {
  const differing = differences.filter(({ change }) => change !== 0);
  const { texts: sums, rupees } = sumOf(differing);
  return (
    <div className={classes.foot}>
      <p role="status">
        {!isBlind && counted > 0 && (
          <>
            {differing.length === 0 ? (
              countTexts.noneDiffers
            ) : (
              <>
                <strong>{countTexts.differ(differing.length)}</strong> {sums.join(', ')}
                {rupees !== undefined && (
                  <>
                    , <strong>{formatRupees(rupees)}</strong> {countTexts.worth}
                  </>
                )}
                .
              </>
            )}{' '}
          </>
        )}
        {!isBlind && worth !== undefined && worth > 0 && (
          <span className={classes.dim}>
            {countTexts.stockWorth} {formatRupees(worth)} {countTexts.worth}.{' '}
          </span>
        )}
        <span className={classes.dim}>{others}</span>
      </p>
      {saveForLater && (
        <Button variant="default" onClick={saveForLater}>
          {countTexts.saveForLater}
        </Button>
      )}
      {/* Not disabled, which would drop the focus; sending happens once. */}
      <Button type="submit" data-disabled={busy || undefined} aria-disabled={busy}>
        {post}
      </Button>
    </div>
  );
}
