/** The facts of a dispatch above its lines: buyer, day, claim, papers. */
import { formatDate } from '#contract/core/values/format.ts';
import type { DispatchRecord } from '#contract/ship/dispatches.ts';
import { dispatchLabels, dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { schemeClaimText } from '#contract/stock/claims/schemes.ts';
import { soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import { Facts } from '#web/core/ui/Facts.tsx';
import { BuyerLink } from '#web/stock/links/BuyerLink.tsx';

export function DispatchFacts({ dispatch }: { dispatch: DispatchRecord }) {
  const { buyerId, buyerName, dispatchDate, vehicle, transportDocument, transactionCertificate } = dispatch;
  const { soldAs, soldAsReason, afterExpiryReason, inspectionCertificate, importCertificate } = dispatch;
  return (
    <Facts
      facts={[
        {
          label: dispatchLabels.buyerId,
          value: buyerId === null ? dispatchTexts.noBuyer : <BuyerLink buyerId={buyerId} name={buyerName} />,
        },
        { label: dispatchLabels.dispatchDate, value: formatDate(dispatchDate) },
        { label: dispatchLabels.soldAs, value: soldAs ? schemeClaimText(soldAs) : soldAsTexts.best },
        ...[
          { label: dispatchLabels.soldAsReason, value: soldAsReason },
          { label: dispatchLabels.afterExpiryReason, value: afterExpiryReason },
          { label: dispatchLabels.vehicle, value: vehicle },
          { label: dispatchLabels.transportDocument, value: transportDocument },
          { label: dispatchLabels.transactionCertificate, value: transactionCertificate },
          { label: dispatchLabels.inspectionCertificate, value: inspectionCertificate },
          { label: dispatchLabels.importCertificate, value: importCertificate },
        ].filter(({ value }) => value),
      ]}
    />
  );
}
