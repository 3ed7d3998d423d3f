/** What is owed to a supplier first, then what was bought there. */
import { formatAmount, formatDate } from '#contract/format.ts';
import { overviewTexts, type SupplierOverview } from '#contract/overviews.ts';
import { ageText, openFor } from '#web/stock/ageText.ts';
import { Facts, type Fact } from '#web/ui/Facts.tsx';

const texts = overviewTexts;

function notPaid({ notPaid: owed, notPaidInwards, oldestNotPaid }: SupplierOverview): Fact {
  return {
    label: texts.notPaid,
    value: `₹ ${formatAmount(owed)}`,
    below:
      oldestNotPaid === null
        ? texts.nothingOwed
        : `${texts.inwards(notPaidInwards)}, ${texts.oldest(openFor(oldestNotPaid))}`,
    isMain: true,
  };
}

export function SupplierFacts({ overview }: { overview: SupplierOverview }) {
  const { since, bought, boughtInwards, lastInward } = overview;
  return (
    <Facts
      facts={[
        notPaid(overview),
        {
          label: texts.boughtSince(formatDate(since)),
          value: `₹ ${formatAmount(bought)}`,
          below: `${texts.inwards(boughtInwards)}, with GST`,
        },
        {
          label: texts.lastInward,
          value: lastInward === null ? '—' : formatDate(lastInward),
          below: lastInward === null ? texts.neverBought : ageText(lastInward),
        },
      ]}
    />
  );
}
