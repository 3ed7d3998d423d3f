import { unbroken } from '#web/core/ui/unbroken.tsx';
import { RecordLink } from './RecordLink.tsx';

interface CertificateLinkProps {
  certificateId: number;
  number: string;
}

/** A certificate by its number, leading to its page. */
export function CertificateLink({ certificateId, number }: CertificateLinkProps) {
  return (
    <RecordLink kind="certificates" id={certificateId}>
      {unbroken(number)}
    </RecordLink>
  );
}
