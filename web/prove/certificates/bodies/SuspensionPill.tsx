import {
  certificationBodyTexts,
  type CertificationBodyRecord,
} from '#contract/prove/certificates/certificationBodies.ts';
import { isSuspended } from '#contract/stock/claims/coverage.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';
import { today } from '#web/core/ui/today.ts';

/** The schemes for which a certification body is suspended today. */
export function SuspensionPill({ certifier }: { certifier: CertificationBodyRecord }) {
  const schemes = certifier.suspensions.filter((each) => isSuspended([each], today())).map(({ scheme }) => scheme);
  return schemes.length === 0 ? (
    <StatusPill tone="good" label={certificationBodyTexts.notSuspended} />
  ) : (
    <StatusPill tone="bad" label={certificationBodyTexts.suspendedFor(schemes)} urgent />
  );
}
