/** Transaction certificates, and what none covers yet. */
import { pageSizes } from '#contract/kinds.ts';
import {
  transactionCertificateTexts,
  type TransactionCertificateRecord,
} from '#contract/prove/transactionCertificates.ts';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { RecordListPage } from '#web/core/records/RecordListPage.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { StillToBeCovered } from './StillToBeCovered.tsx';
import { transactionCertificateCard, transactionCertificateColumns } from './transactionCertificateColumns.tsx';
import { transactionCertificates } from './transactionCertificateDefinition.ts';
import {
  directionLabels,
  transactionCertificateStatusLabels,
  transactionCertificateLabels as labels,
} from '#contract/stock/claims/transactionCertificateCover.ts';
import { dayCell, sheetOfLines } from '#web/core/sheets/listSheet.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';

/** The spreadsheet of transaction certificates: a row for each line of a document that one covers. */
const transactionCertificateSheet = sheetOfLines(
  'Transaction certificates',
  ({ lines, ...certificate }: TransactionCertificateRecord) => lines.map((line) => ({ ...certificate, ...line })),
  [
    { heading: 'ID', width: 8, value: (line) => line.transactionCertificateId },
    { heading: labels.direction, width: 12, value: (line) => directionLabels[line.direction] },
    { heading: 'Supplier or buyer', width: 32, value: (line) => line.partyName },
    { heading: labels.number, width: 24, value: (line) => line.number },
    { heading: labels.scheme, width: 14, value: (line) => line.scheme },
    { heading: labels.body, width: 28, value: (line) => line.body },
    { heading: labels.status, width: 14, value: (line) => transactionCertificateStatusLabels[line.status] },
    { heading: labels.issuedOn, width: 13, value: (line) => dayCell(line.issuedOn) },
    { heading: 'Invoice number', width: 20, value: (line) => line.documentLabel },
    { heading: 'Item', width: 32, value: (line) => line.itemName },
    { heading: 'Lot', width: 20, value: (line) => line.lotCode },
    { heading: 'Quantity', width: 12, value: (line) => line.quantity },
    { heading: 'Unit', width: 10, value: (line) => line.unit },
  ],
);

const TransactionCertificateForm = preloadedComponent(
  async () => (await import('./TransactionCertificateForm.tsx')).TransactionCertificateForm,
);

export function TransactionCertificatesPage() {
  const form = useOpenedDocument(transactionCertificates);
  return (
    <RecordListPage
      definition={transactionCertificates}
      pageSize={pageSizes.transactionCertificates}
      words={transactionCertificateTexts}
      columns={transactionCertificateColumns}
      card={transactionCertificateCard}
      sheet={transactionCertificateSheet}
      form={form}
      around={(rows, list) => (
        <StillToBeCovered isShown={!list.narrowed} onAdd={form.begin}>
          <RecordSection heading="Recorded">{rows}</RecordSection>
        </StillToBeCovered>
      )}
    >
      {(props) => <TransactionCertificateForm {...props} />}
    </RecordListPage>
  );
}
