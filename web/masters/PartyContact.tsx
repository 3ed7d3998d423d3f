import type { ComponentProps } from 'react';
import { partyLabels, type PartyRecord } from '#contract/masters/parties.ts';
import links from '#web/stock/links/DocumentLink.module.css';
import { oneLine } from '#web/core/ui/table/oneLine.ts';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { AsideFacts } from '../core/records/RecordColumns.tsx';

function Reach({ to, text }: { to: string; text: string }) {
  if (text === '') return '—';
  return (
    <a href={to} className={links.link}>
      <Wrapped text={text} minWidth={0} maxWidth={264} />
    </a>
  );
}

/** How to reach a supplier or buyer: a click calls or writes. */
interface PartyContactProps {
  party: PartyRecord;
  /** Facts of its kind. */
  further?: ComponentProps<typeof AsideFacts>['facts'];
}

export function PartyContact({ party: { phone, email, gstinNumber, address }, further = [] }: PartyContactProps) {
  return (
    <AsideFacts
      facts={[
        { label: partyLabels.phone, value: <Reach to={`tel:${phone}`} text={phone} /> },
        { label: partyLabels.email, value: <Reach to={`mailto:${email}`} text={email} /> },
        { label: partyLabels.gstinNumber, value: gstinNumber || '—' },
        { label: partyLabels.address, value: oneLine(address) || '—' },
        ...further,
      ]}
    />
  );
}
