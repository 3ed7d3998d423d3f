import {
  certificateEndpoints,
  certificateTexts,
  type CertificateRecord,
  type UncoveredLotRecord,
} from '#contract/prove/certificates/certificates.ts';
import { call } from '#web/core/api/client.ts';
import { CertificateLink } from '#web/stock/links/CertificateLink.tsx';
import { UncoveredNote } from './UncoveredNote.tsx';

export interface Uncovered {
  certificate: CertificateRecord;
  lots: readonly UncoveredLotRecord[];
}

/** The note on lots that a certificate no longer covers. */
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
