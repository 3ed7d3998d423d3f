import { isWhole } from '#web/core/ui/unbroken.tsx';
import { RecordLink } from './RecordLink.tsx';

interface LotLinkProps {
  lotId: number;
  lotCode: string;
}

/** A lot by its code, leading to its page. */
export function LotLink({ lotId, lotCode }: LotLinkProps) {
  return (
    <RecordLink kind="lots" id={lotId} isWhole={isWhole(lotCode)}>
      {lotCode}
    </RecordLink>
  );
}
