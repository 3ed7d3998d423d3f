import { keepWhole } from '#web/core/ui/keepWhole.tsx';
import { RecordLink } from './RecordLink.tsx';

interface CertificateLinkProps {
  certificateId: number;
  number: string;
}

/** A certificate by its number, leading to its page. */
export function CertificateLink({ certificateId, number }: CertificateLinkProps) {
  return (
    <RecordLink kind="certificates" id={certificateId}>
      {keepWhole(number)}
    </RecordLink>
  );
}
