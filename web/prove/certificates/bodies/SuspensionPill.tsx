import {
  certificationBodyTexts,
  type CertificationBodyRecord,
} from '#contract/prove/certificates/certificationBodies.ts';
import { isSuspended } from '#contract/stock/claims/coverage.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';
import { today } from '#web/core/ui/today.ts';

/** The schemes for which a body is suspended today. */
export function SuspensionPill({ body }: { body: CertificationBodyRecord }) {
  const schemes = body.suspensions.filter((each) => isSuspended([each], today())).map(({ scheme }) => scheme);
  return schemes.length === 0 ? (
    <StatusPill tone="good" label={certificationBodyTexts.notSuspended} />
  ) : (
    <StatusPill tone="bad" label={certificationBodyTexts.suspendedFor(schemes)} urgent />
  );
}
