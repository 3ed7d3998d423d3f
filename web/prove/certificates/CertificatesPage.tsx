/** Certificates of suppliers and our own. */
import { useState } from 'react';
import { certificateTexts } from '#contract/prove/certificates.ts';
import { pageSizes } from '#contract/kinds.ts';
import { lateForm } from '#web/core/form/lateForm.tsx';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { RecordListPage } from '#web/core/records/RecordListPage.tsx';
import { certificateCard, certificateColumns, holderColumn } from '#web/prove/certificates/certificateColumns.tsx';
import { certificates } from './certificateDefinition.ts';
import { UncoveredNote, type Uncovered } from './UncoveredNote.tsx';

const CertificateForm = lateForm(async () => (await import('./CertificateForm.tsx')).CertificateForm);

const columns = [holderColumn, ...certificateColumns];

export function CertificatesPage() {
  const form = useOpenedDocument(certificates);
  const [uncovered, setUncovered] = useState<Uncovered>();
  return (
    <RecordListPage
      definition={certificates}
      pageSize={pageSizes.certificates}
      words={certificateTexts}
      columns={columns}
      card={certificateCard}
      to={({ certificateId }) => ({
        to: '/certificates/$certificateId',
        params: { certificateId: String(certificateId) },
      })}
      sheet={async () => (await import('./certificateSheet.ts')).certificateSheet}
      form={form}
      note={uncovered && <UncoveredNote {...uncovered} onDone={() => setUncovered(undefined)} />}
    >
      {(props) => (
        <CertificateForm {...props} onUncovered={(certificate, lots) => setUncovered({ certificate, lots })} />
      )}
    </RecordListPage>
  );
}
