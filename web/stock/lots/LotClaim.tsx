/** Claim of a lot, and its proof. */
import { Link } from '@tanstack/react-router';
import { claimsByItself, claimTexts, needsCertificate, shareText } from '#contract/stock/claims/claims.ts';
import { claimsText } from '#contract/stock/claims/schemes.ts';
import { formatPercent } from '#contract/core/values/format.ts';
import type { LotWithMovements } from '#contract/stock/lots/lots.ts';
import { may } from '#web/core/api/session.ts';
import { CertificateLink } from '#web/stock/links/CertificateLink.tsx';
import classes from './LotClaim.module.css';

interface LotClaimProps {
  lot: LotWithMovements;
}

export function ClaimValue({ lot: { claim, claims, organicPercent, organicShare } }: LotClaimProps) {
  const isPart = organicShare !== null && organicPercent !== null;
  const text = claimsText(claims, claim);
  return isPart ? `${text}, ${formatPercent(organicPercent)}` : text;
}

/** The composition of the organic share, or the certificate. */
export function ClaimProof({ lot }: LotClaimProps) {
  const { organicShare, certificateId, certificateNumber, overrideReason, claim, origin, supplierId } = lot;
  if (organicShare) return shareText(organicShare);
  if (certificateId !== null && certificateNumber !== null) {
    return <CertificateLink certificateId={certificateId} number={certificateNumber} />;
  }
  if (!claimsByItself(origin) || !needsCertificate(claim)) return null;
  const opening = origin === 'opening' && supplierId === null ? lot.originDocument : null;
  return (
    <>
      <strong className={classes.unproved}>{claimTexts.noCertificate}</strong> {overrideReason}{' '}
      {supplierId !== null && may('create', 'certificates') && (
        <Link
          to="/certificates"
          state={{ begin: 'certificates', beginFor: { value: supplierId, label: lot.supplierName ?? '' } }}
          className={classes.add}
        >
          Add certificate
        </Link>
      )}
      {opening && may('update', 'adjustments') && (
        <Link
          to="/adjustments/$adjustmentId"
          params={{ adjustmentId: String(opening.id) }}
          state={{ namesSupplierOf: lot.lotId }}
          className={classes.add}
        >
          Name the supplier
        </Link>
      )}
    </>
  );
}
