import type { ReactNode } from 'react';
import { formatDate, formatRupees } from '#contract/core/values/format.ts';
import { claimTexts } from '#contract/stock/claims/claims.ts';
import type { LotWithMovements } from '#contract/stock/lots/lots.ts';
import { lotOriginLabels, lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { Facts, type Fact } from '#web/core/ui/Facts.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import { ClaimProof, ClaimValue } from './LotClaim.tsx';
import { WriteOffLink } from './WriteOffLink.tsx';

export interface OriginFacts {
  /** The document that it came from. */
  from: ReactNode;
  /** Facts after those of every lot. */
  further: readonly Fact[];
}

/** The origin of a lot that was no batch: its document, and its supplier if it has one. */
export function originFacts({ originDocument, supplierId, supplierName, supplierLotNumber }: LotWithMovements) {
  const supplier = {
    label: 'Supplier',
    value: supplierId === null ? '—' : <SupplierLink supplierId={supplierId} name={supplierName} />,
    below: supplierLotNumber && `their lot ${supplierLotNumber}`,
  };
  return {
    from: originDocument && <DocumentLink {...originDocument} />,
    further: supplierId === null && !supplierLotNumber ? [] : [supplier],
  };
}

interface LotFactsProps {
  lot: LotWithMovements;
  origin: OriginFacts;
  /** Behind the proof of its claim. */
  changeClaim?: ReactNode;
}

export function LotFacts({ lot, origin: { from, further }, changeClaim }: LotFactsProps) {
  const { unit, origin, madeOn, madeOrReceivedOn, expiresOn } = lot;
  // A batch without a date of manufacture has the day of its entry, which is not when it was made.
  const since = origin === 'produced' ? madeOn : madeOrReceivedOn;
  return (
    <Facts
      facts={[
        {
          label: 'Left',
          value: <Quantity quantity={lot.onHandQty} unit={unit} />,
          below: (
            <>
              of <Quantity quantity={lot.quantityIn} unit={unit} />
              {lot.value !== null && `, worth ${formatRupees(lot.value)}`}
              {lot.isOfRunInProgress && `, ${lotTexts.ofRunInProgress}`} <WriteOffLink lot={lot} />
            </>
          ),
          isMain: true,
        },
        { label: lotOriginLabels[origin], value: since === null ? '—' : formatDate(since), below: from },
        { label: 'Expires', value: expiresOn === null ? '—' : formatDate(expiresOn) },
        {
          label: claimTexts.claim,
          value: <ClaimValue lot={lot} />,
          below: (
            <>
              <ClaimProof lot={lot} /> {changeClaim}
            </>
          ),
        },
        ...further,
      ]}
    />
  );
}
