import { Link } from '@tanstack/react-router';
import { isWhole } from '#web/core/ui/keepWhole.tsx';
import classes from './DocumentLink.module.css';

interface LotLinkProps {
  lotId: number;
  lotCode: string;
}

/** A lot by its code, leading to its page. */
export function LotLink({ lotId, lotCode }: LotLinkProps) {
  return (
    <Link
      to="/lots/$lotId"
      params={{ lotId: String(lotId) }}
      className={classes.link}
      data-whole={isWhole(lotCode) || undefined}
    >
      {lotCode}
    </Link>
  );
}
