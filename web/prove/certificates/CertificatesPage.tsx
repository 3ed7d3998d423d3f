/** Certificates of suppliers and our own. */
import { useState } from 'react';
import {
  certificateTexts,
  certificateLabels,
  type CertificateRecord,
} from '#contract/prove/certificates/certificates.ts';
import { pageSizes } from '#contract/kinds.ts';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { RecordListPage } from '#web/core/records/RecordListPage.tsx';
import { certificateCard, certificateColumns, holderColumn } from '#web/prove/certificates/certificateColumns.tsx';
import { certificates } from './certificateDefinition.ts';
import { WithdrawnNote, type LotsOfWithdrawn } from './WithdrawnNote.tsx';
import { dayCell, sheetOf } from '#web/core/sheets/listSheet.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';

const certificateSheet = sheetOf<CertificateRecord>('Certificates', [
  { heading: 'ID', width: 8, value: (row) => row.certificateId },
  { heading: certificateLabels.supplierId, width: 32, value: (row) => row.supplierName ?? certificateTexts.own },
  { heading: certificateLabels.scheme, width: 16, value: (row) => row.scheme },
  { heading: certificateLabels.number, width: 24, value: (row) => row.number },
  { heading: certificateLabels.body, width: 28, value: (row) => row.body },
  { heading: certificateLabels.validFrom, width: 13, value: (row) => ({ date: row.validFrom }) },
  { heading: certificateLabels.validTo, width: 13, value: (row) => ({ date: row.validTo }) },
  { heading: certificateLabels.withdrawnOn, width: 13, value: (row) => dayCell(row.withdrawnOn) },
  {
    heading: certificateTexts.suspendedHeading,
    width: 28,
    value: ({ suspensions }) => certificateTexts.suspended(suspensions),
  },
  {
    heading: certificateLabels.items,
    width: 48,
    value: ({ allItems, items }) =>
      allItems ? certificateTexts.allItems : items.map(({ itemName }) => itemName).join(', '),
  },
  { heading: certificateLabels.file, width: 9, value: (row) => (row.hasFile ? 'yes' : 'missing') },
]);

const CertificateForm = preloadedComponent(async () => (await import('./CertificateForm.tsx')).CertificateForm);

const columns = [holderColumn, ...certificateColumns];

export function CertificatesPage() {
  const form = useOpenedDocument(certificates);
  const [withdrawn, setWithdrawn] = useState<LotsOfWithdrawn>();
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
      sheet={certificateSheet}
      form={form}
      note={withdrawn && <WithdrawnNote {...withdrawn} onDone={() => setWithdrawn(undefined)} />}
    >
      {(props) => (
        <CertificateForm {...props} onUnproved={(certificate, lots) => setWithdrawn({ certificate, lots })} />
      )}
    </RecordListPage>
  );
}
