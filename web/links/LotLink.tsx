import { Link } from '@tanstack/react-router';
import classes from './DocumentLink.module.css';

interface LotLinkProps {
  lotId: number;
  lotCode: string;
}

/** Longer codes may break on paper, where a column would else be as wide as they are. */
const LONG_CODE = 16;

/** A lot by its code, leading to its page. */
export function LotLink({ lotId, lotCode }: LotLinkProps) {
  return (
    <Link
      to="/lots/$lotId"
      params={{ lotId: String(lotId) }}
      className={classes.link}
      data-whole={lotCode.length <= LONG_CODE || undefined}
    >
      {lotCode}
    </Link>
  );
}
