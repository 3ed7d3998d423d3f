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

/** How a lot came about. */
export interface OriginFacts {
  /** The day. */
  on: ReactNode;
  /** The document. */
  from?: ReactNode;
  /** Facts after those of every lot. */
  further: readonly Fact[];
}

/** The origin of a lot that is no batch. An adjustment has only the day for a name. */
export function originFacts(lot: LotWithMovements): OriginFacts {
  const { originDocument, supplierId, supplierName, supplierLotNumber } = lot;
  const on = formatDate(lot.madeOrReceivedOn);
  const supplier = {
    label: 'Supplier',
    value: supplierId === null ? '—' : <SupplierLink supplierId={supplierId} name={supplierName} />,
    below: supplierLotNumber && `their lot ${supplierLotNumber}`,
  };
  const further = supplierId === null && !supplierLotNumber ? [] : [supplier];
  if (originDocument?.kind === 'adjustment') return { on: <DocumentLink {...originDocument} label={on} />, further };
  return { on, from: originDocument && <DocumentLink {...originDocument} />, further };
}

interface LotFactsProps {
  lot: LotWithMovements;
  origin: OriginFacts;
  /** Behind the proof of its claim. */
  changeClaim?: ReactNode;
}

export function LotFacts({ lot, origin: { on, from, further }, changeClaim }: LotFactsProps) {
  const { unit, expiresOn } = lot;
  return (
    <Facts
      facts={[
        {
          label: 'Left',
          value: <Quantity quantity={lot.onHandQty} unit={unit} />,
          below: (
            <>
              of <Quantity quantity={lot.quantityIn} unit={unit} />
              {lot.value !== null &&
                `, worth ${formatRupees(lot.value)}${lot.isProvisional ? ` ${lotTexts.provisional}` : ''}`}
              {lot.isOfRunInProgress && `, ${lotTexts.ofRunInProgress}`} <WriteOffLink lot={lot} />
            </>
          ),
          isMain: true,
        },
        { label: lotOriginLabels[lot.origin], value: on, below: from },
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
