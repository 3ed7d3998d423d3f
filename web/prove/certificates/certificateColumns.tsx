import { formatDaysAhead, formatDate } from '#contract/core/values/format.ts';
import {
  certificateLabels,
  certificateTexts,
  type CertificateRecord,
  LAPSING_DAYS,
} from '#contract/prove/certificates/certificates.ts';
import { isSuspended } from '#contract/stock/claims/coverage.ts';
import { daysUntil } from '#contract/core/values/dates.ts';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import { StatusPill, type Tone } from '#web/core/ui/StatusPill.tsx';
import { today } from '#web/core/ui/today.ts';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { CertificateFile } from '#web/prove/certificates/CertificateFile.tsx';
import { CertificateLink } from '#web/stock/links/CertificateLink.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';

export function coveredBy({ allItems, items }: CertificateRecord): string {
  return allItems ? certificateTexts.allItems : items.map(({ itemName }) => itemName).join(', ');
}

/** Whether a certificate is valid today, and for how long. */
export function validityOf({
  validFrom,
  validTo,
  withdrawnOn,
  suspensions,
}: Pick<CertificateRecord, 'validFrom' | 'validTo' | 'withdrawnOn' | 'suspensions'>): { tone: Tone; label: string } {
  const day = today();
  if (withdrawnOn !== null && withdrawnOn <= day) return { tone: 'bad', label: 'Withdrawn' };
  if (validTo < day) return { tone: 'bad', label: 'Lapsed' };
  if (validFrom > day) return { tone: 'neutral', label: 'Not yet valid' };
  if (isSuspended(suspensions, day)) return { tone: 'bad', label: 'Suspended' };
  const left = daysUntil(day, validTo);
  if (left > LAPSING_DAYS) return { tone: 'good', label: 'Valid' };
  return { tone: 'warn', label: `Lapses ${formatDaysAhead(left)}` };
}

/** Holder of a certificate, with a link to a supplier's page. */
function Holder({ of: { supplierId, supplierName }, wraps }: { of: CertificateRecord; wraps?: boolean }) {
  const name = supplierName ?? certificateTexts.own;
  const shown = wraps ? <Wrapped text={name} minWidth={160} maxWidth={280} /> : name;
  return supplierId === null ? shown : <SupplierLink supplierId={supplierId} name={shown} />;
}

export const holderColumn: Column<CertificateRecord> = {
  header: certificateLabels.supplierId,
  sort: 'supplierName',
  weight: 'strong',
  pinned: true,
  cell: (row) => <Holder of={row} wraps />,
};

/** Without the holder, whom the page of a supplier names. */
export const certificateColumns: Column<CertificateRecord>[] = [
  { header: certificateLabels.scheme, sort: 'scheme', cell: (row) => row.scheme },
  {
    header: certificateLabels.number,
    sort: 'number',
    cell: (row) => <CertificateLink certificateId={row.certificateId} number={row.number} />,
  },
  { header: certificateLabels.body, cell: (row) => <Wrapped text={row.body} minWidth={120} maxWidth={200} /> },
  { header: certificateLabels.items, cell: (row) => <TruncatedText text={coveredBy(row)} width={170} /> },
  { header: certificateLabels.validFrom, sort: 'validFrom', cell: (row) => formatDate(row.validFrom) },
  { header: certificateLabels.validTo, sort: 'validTo', cell: (row) => formatDate(row.validTo) },
  { header: certificateLabels.file, cell: (row) => <CertificateFile certificate={row} /> },
  { header: 'Status', cell: (row) => <StatusPill {...validityOf(row)} urgent={validityOf(row).tone === 'bad'} /> },
];

export function certificateCard(row: CertificateRecord): Card {
  return {
    title: <Holder of={row} />,
    state: <StatusPill {...validityOf(row)} />,
    detail: (
      <>
        {row.scheme}, <CertificateLink certificateId={row.certificateId} number={row.number} />
      </>
    ),
    aside: `to ${formatDate(row.validTo)}`,
  };
}
