import {
  transactionCertificateStatusLabels,
  type TransactionCertificateStatus,
} from '#contract/stock/claims/transactionCertificateCover.ts';
import { StatusPill, type Tone } from '#web/core/ui/StatusPill.tsx';

const tones: Readonly<Record<TransactionCertificateStatus, Tone>> = { applied: 'warn', issued: 'good', refused: 'bad' };

export function TransactionCertificatePill({ status }: { status: TransactionCertificateStatus }) {
  return <StatusPill tone={tones[status]} label={transactionCertificateStatusLabels[status]} />;
}
