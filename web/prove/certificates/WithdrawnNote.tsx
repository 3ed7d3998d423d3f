import {
  certificateEndpoints,
  certificateTexts,
  type CertificateRecord,
  type UncoveredLotRecord,
} from '#contract/prove/certificates/certificates.ts';
import { call } from '#web/core/api/client.ts';
import { CertificateLink } from '#web/stock/links/CertificateLink.tsx';
import { UnprovedNote } from './UnprovedNote.tsx';

export interface LotsOfWithdrawn {
  certificate: CertificateRecord;
  lots: readonly UncoveredLotRecord[];
}

/** The note on lots that a certificate no longer covers. */
export function WithdrawnNote({ certificate, lots, onDone }: LotsOfWithdrawn & { onDone?: () => void }) {
  const { certificateId: id, number } = certificate;
  return (
    <UnprovedNote
      subject={<CertificateLink certificateId={id} number={number} />}
      sentence={certificateTexts.uncovered}
      lots={lots}
      hold={() => call(certificateEndpoints.holdUncovered, { params: { id } })}
      failed={certificateTexts.saveFailed}
      onDone={onDone}
    />
  );
}
