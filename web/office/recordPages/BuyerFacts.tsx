/** Quantity that a buyer holds, and the date of the last dispatch. */
import { partyOverviewTexts, type BuyerOverview } from '#contract/masters/partyOverviews.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { ageText } from '#web/core/ui/ageText.ts';
import { Facts } from '#web/core/ui/Facts.tsx';

export function BuyerFacts({ overview }: { overview: BuyerOverview }) {
  const { since, dispatches, dispatchesSince, lastDispatch, heldBatches } = overview;
  return (
    <Facts
      facts={[
        {
          label: partyOverviewTexts.held,
          value: heldBatches === 1 ? '1 batch' : `${heldBatches} batches`,
          below: 'dispatched less returned',
          isMain: true,
        },
        {
          label: partyOverviewTexts.dispatchedSince(formatDate(since)),
          value: dispatchesSince,
          below: `${dispatches} in all`,
        },
        {
          label: partyOverviewTexts.lastDispatch,
          value: lastDispatch === null ? '—' : formatDate(lastDispatch),
          below: lastDispatch !== null && ageText(lastDispatch),
        },
      ]}
    />
  );
}
