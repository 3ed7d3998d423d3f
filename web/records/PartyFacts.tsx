import { partyLabels, type PartyRecord } from '#contract/parties.ts';
import { Facts } from '#web/ui/Facts.tsx';
import links from '#web/stock/DocumentLink.module.css';
import { oneLine } from '#web/ui/oneLine.ts';

function Reach({ to, text }: { to: string; text: string }) {
  if (text === '') return '—';
  return (
    <a href={to} className={links.link}>
      {text}
    </a>
  );
}

/** How to reach a supplier or buyer: a click calls or writes. */
export function PartyFacts({ party: { phone, email, gstinNumber, address } }: { party: PartyRecord }) {
  return (
    <Facts
      facts={[
        { label: partyLabels.phone, value: <Reach to={`tel:${phone}`} text={phone} />, isMain: true },
        { label: partyLabels.email, value: <Reach to={`mailto:${email}`} text={email} /> },
        { label: partyLabels.gstinNumber, value: gstinNumber || '—' },
        { label: partyLabels.address, value: oneLine(address) || '—' },
      ]}
    />
  );
}
