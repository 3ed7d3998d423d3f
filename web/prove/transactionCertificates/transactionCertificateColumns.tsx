import {
  coverTexts,
  directionLabels,
  transactionCertificateLabels,
} from '#contract/stock/claims/transactionCertificateCover.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import {
  transactionCertificateTexts,
  type TransactionCertificateRecord,
} from '#contract/prove/transactionCertificates.ts';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { TransactionCertificatePill } from '#web/stock/lots/TransactionCertificatePill.tsx';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './transactionCertificateColumns.module.css';

function Covered({ lines }: TransactionCertificateRecord) {
  return (
    <ul className={classes.lots}>
      {lines.map(({ lineId, lotId, lotCode, quantity, unit, overQty }) => (
        <li key={lineId}>
          <LotLink lotId={lotId} lotCode={lotCode} /> {formatQuantityWithUnit(quantity, unit)}
          {overQty > 0 && (
            <span className={classes.over}>
              {transactionCertificateTexts.coversMore(formatQuantityWithUnit(overQty, unit))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

export const transactionCertificateColumns: Column<TransactionCertificateRecord>[] = [
  {
    header: 'Supplier or buyer',
    sort: 'partyName',
    weight: 'strong',
    pinned: true,
    cell: (row) => <Wrapped text={row.partyName} minWidth={160} maxWidth={260} />,
  },
  { header: transactionCertificateLabels.direction, cell: (row) => directionLabels[row.direction].toLowerCase() },
  { header: transactionCertificateLabels.scheme, sort: 'scheme', cell: (row) => row.scheme },
  {
    header: transactionCertificateLabels.number,
    sort: 'number',
    cell: (row) => row.number && <TruncatedText text={row.number} width={190} />,
  },
  {
    header: transactionCertificateLabels.issuedOn,
    sort: 'issuedOn',
    cell: (row) => row.issuedOn && formatDate(row.issuedOn),
  },
  { header: transactionCertificateLabels.lines, cell: (row) => <Covered {...row} /> },
  {
    header: transactionCertificateLabels.status,
    sort: 'status',
    cell: (row) => <TransactionCertificatePill status={row.status} />,
  },
];

export function transactionCertificateCard(row: TransactionCertificateRecord): Card {
  return {
    title: row.partyName,
    state: <TransactionCertificatePill status={row.status} />,
    detail: (
      <>
        {directionLabels[row.direction]}, {row.number || coverTexts.noNumber}
        <Covered {...row} />
      </>
    ),
    aside: row.issuedOn && formatDate(row.issuedOn),
  };
}
