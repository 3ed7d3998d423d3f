/** Amount owed to a supplier, then purchases. */
import { partyOverviewTexts, type SupplierOverview } from '#contract/masters/partyOverviews.ts';
import { formatDate, formatRupees } from '#contract/core/values/format.ts';
import { CertificateLink } from '#web/stock/links/CertificateLink.tsx';
import { ageText, openFor } from '#web/core/ui/ageText.ts';
import { validityOf } from '#web/prove/certificates/certificateColumns.tsx';
import { Facts, type Fact } from '#web/core/ui/Facts.tsx';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';

const texts = partyOverviewTexts;

function notPaid({ notPaid: owed, notPaidInwards, oldestNotPaid }: SupplierOverview): Fact {
  return {
    label: texts.notPaid,
    value: formatRupees(owed),
    below:
      oldestNotPaid === null
        ? texts.nothingOwed
        : `${texts.inwards(notPaidInwards)}, ${texts.oldest(openFor(oldestNotPaid))}`,
    isMain: true,
  };
}

/** How long their certificates last. */
function certified(certificate: NonNullable<SupplierOverview['certificate']>): Fact {
  const validity = validityOf(certificate);
  return {
    label: texts.certificate,
    value: <StatusPill {...validity} urgent={validity.tone === 'bad'} />,
    below: (
      <>
        <CertificateLink {...certificate} /> {texts.certificateUntil(formatDate(certificate.validTo))}
      </>
    ),
  };
}

export function SupplierFacts({ overview }: { overview: SupplierOverview }) {
  const { since, bought, boughtInwards, lastInward, certificate } = overview;
  return (
    <Facts
      facts={[
        notPaid(overview),
        {
          label: texts.boughtSince(formatDate(since)),
          value: formatRupees(bought),
          below: `${texts.inwards(boughtInwards)}, with GST`,
        },
        {
          label: texts.lastInward,
          value: lastInward === null ? '—' : formatDate(lastInward),
          below: lastInward === null ? texts.neverBought : ageText(lastInward),
        },
        ...(certificate === null ? [] : [certified(certificate)]),
      ]}
    />
  );
}
