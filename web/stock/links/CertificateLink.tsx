import { Link } from '@tanstack/react-router';
import { keepWhole } from '#web/core/ui/keepWhole.tsx';
import classes from './DocumentLink.module.css';

interface CertificateLinkProps {
  certificateId: number;
  number: string;
}

/** A certificate by its number, leading to its page. */
export function CertificateLink({ certificateId, number }: CertificateLinkProps) {
  return (
    <Link to="/certificates/$certificateId" params={{ certificateId: String(certificateId) }} className={classes.link}>
      {keepWhole(number)}
    </Link>
  );
}
