import {
  certificationBodyEndpoints,
  certificationBodyTexts,
  type CertificationBodyWithLots,
} from '#contract/prove/certificates/certificationBodies.ts';
import { call } from '#web/core/api/client.ts';
import { UncoveredNote } from '#web/prove/certificates/UncoveredNote.tsx';
import { CertificationBodyLink } from '#web/stock/links/CertificationBodyLink.tsx';

interface SuspendedNoteProps {
  body: CertificationBodyWithLots;
  onDone?: () => void;
}

/** Says that lots rested on certificates of a suspended body, and puts them on hold in one step. */
export function SuspendedNote({ body, onDone }: SuspendedNoteProps) {
  const { certificationBodyId: id, name, uncoveredLots } = body;
  return (
    <UncoveredNote
      subject={<CertificationBodyLink id={id}>{name}</CertificationBodyLink>}
      sentence={certificationBodyTexts.rested}
      lots={uncoveredLots}
      hold={() => call(certificationBodyEndpoints.holdUncovered, { params: { id } })}
      failed={certificationBodyTexts.saveFailed}
      onDone={onDone}
    />
  );
}
