/** Transaction certificates, and what none covers yet. */
import { pageSizes } from '#contract/kinds.ts';
import { transactionCertificateTexts } from '#contract/prove/transactionCertificates.ts';
import { lateForm } from '#web/core/form/lateForm.tsx';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { RecordListPage } from '#web/core/records/RecordListPage.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { StillToBeCovered } from './StillToBeCovered.tsx';
import { transactionCertificateCard, transactionCertificateColumns } from './transactionCertificateColumns.tsx';
import { transactionCertificates } from './transactionCertificateDefinition.ts';

const TransactionCertificateForm = lateForm(
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
      sheet={async () => (await import('./transactionCertificateSheet.ts')).transactionCertificateSheet}
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
