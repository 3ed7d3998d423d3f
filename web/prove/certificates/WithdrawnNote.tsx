import {
  certificateEndpoints,
  certificateTexts,
  type CertificateRecord,
  type UncoveredLotRecord,
} from '#contract/prove/certificates.ts';
import { call } from '#web/core/api/client.ts';
import { CertificateLink } from '#web/stock/links/CertificateLink.tsx';
import { UncoveredNote } from './UncoveredNote.tsx';

export interface Uncovered {
  certificate: CertificateRecord;
  lots: readonly UncoveredLotRecord[];
}

/** Says that lots rested on a certificate which covers them no more, and puts them on hold in one step. */
export function WithdrawnNote({ certificate, lots, onDone }: Uncovered & { onDone?: () => void }) {
  const { certificateId: id, number } = certificate;
  return (
    <UncoveredNote
      subject={<CertificateLink certificateId={id} number={number} />}
      sentence={certificateTexts.uncovered}
      lots={lots}
      hold={() => call(certificateEndpoints.holdUncovered, { params: { id } })}
      failed={certificateTexts.saveFailed}
      onDone={onDone}
    />
  );
}
