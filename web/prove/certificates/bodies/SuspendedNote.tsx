import {
  certificationBodyEndpoints,
  certificationBodyTexts,
  type CertificationBodyWithLots,
} from '#contract/prove/certificates/certificationBodies.ts';
import { call } from '#web/core/api/client.ts';
import { UnprovedNote } from '#web/prove/certificates/UnprovedNote.tsx';
import { CertificationBodyLink } from '#web/stock/links/CertificationBodyLink.tsx';

interface SuspendedNoteProps {
  certifier: CertificationBodyWithLots;
  onDone?: () => void;
}

/** The note on lots that rested on certificates of a suspended certification body. */
export function SuspendedNote({ certifier, onDone }: SuspendedNoteProps) {
  const { certificationBodyId: id, name, uncoveredLots } = certifier;
  return (
    <UnprovedNote
      subject={<CertificationBodyLink id={id}>{name}</CertificationBodyLink>}
      sentence={certificationBodyTexts.rested}
      lots={uncoveredLots}
      hold={() => call(certificationBodyEndpoints.holdUncovered, { params: { id } })}
      failed={certificationBodyTexts.saveFailed}
      onDone={onDone}
    />
  );
}
