/** Says after a change that lots claim organic without a certificate now, and puts them on hold in one step. */
import { Button } from '@mantine/core';
import {
  certificateEndpoints,
  certificateTexts,
  type CertificateRecord,
  type UncoveredLotRecord,
} from '#contract/prove/certificates.ts';
import { claimsByItself } from '#contract/stock/claims/claims.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { useSaving } from '#web/core/form/useSaving.ts';
import { CertificateLink } from '#web/stock/links/CertificateLink.tsx';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './UncoveredNote.module.css';

export interface Uncovered {
  certificate: CertificateRecord;
  lots: readonly UncoveredLotRecord[];
}

export function UncoveredNote({ certificate, lots, onDone }: Uncovered & { onDone?: () => void }) {
  const { save, busy } = useSaving({
    send: () => call(certificateEndpoints.holdUncovered, { params: { id: certificate.certificateId } }),
    onSaved: () => {
      toastDone(certificateTexts.held);
      onDone?.();
    },
    onFailed: (fault) => toastFailed(certificateTexts.saveFailed, whyOf(fault)),
  });
  const rested = lots.filter(({ origin }) => claimsByItself(origin)).length;
  return (
    <div role="alert" className={classes.note}>
      <p>
        <CertificateLink certificateId={certificate.certificateId} number={certificate.number} />:{' '}
        {certificateTexts.uncovered(rested, lots.length - rested)}
      </p>
      <Button variant="default" loading={busy} onClick={() => save(undefined)}>
        {certificateTexts.holdUncovered}
      </Button>
      {onDone && (
        <Button variant="subtle" color="gray" onClick={onDone}>
          Leave them
        </Button>
      )}
    </div>
  );
}
