/** Certification bodies, and the schemes for which they are suspended. */
import { useState } from 'react';
import { pageSizes } from '#contract/kinds.ts';
import {
  certificationBodyLabels,
  certificationBodyTexts,
  type CertificationBodyRecord,
  type CertificationBodyWithLots,
} from '#contract/prove/certificates/certificationBodies.ts';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { RecordListPage } from '#web/core/records/RecordListPage.tsx';
import { sheetOf } from '#web/core/sheets/listSheet.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { certificateTexts } from '#contract/prove/certificates/certificates.ts';
import { CertificationBodyLink } from '#web/stock/links/CertificationBodyLink.tsx';
import { SuspensionPill } from './SuspensionPill.tsx';
import { certificationBodies, suspensionsText } from './certifierDefinition.ts';
import { SuspendedNote } from './SuspendedNote.tsx';

const certifierSheet = sheetOf<CertificationBodyRecord>(certificationBodyTexts.title, [
  { heading: 'ID', width: 8, value: (row) => row.certificationBodyId },
  { heading: certificationBodyLabels.name, width: 32, value: (row) => row.name },
  { heading: certificationBodyLabels.code, width: 16, value: (row) => row.code },
  { heading: certificateTexts.title, width: 13, value: (row) => row.certificates },
  { heading: certificationBodyLabels.suspensions, width: 60, value: suspensionsText },
]);

const columns: Column<CertificationBodyRecord>[] = [
  { header: 'ID', sort: 'certificationBodyId', weight: 'faint', cell: (row) => row.certificationBodyId },
  {
    header: certificationBodyLabels.name,
    sort: 'name',
    weight: 'strong',
    pinned: true,
    cell: (row) => (
      <CertificationBodyLink id={row.certificationBodyId}>
        <Wrapped text={row.name} minWidth={160} maxWidth={320} />
      </CertificationBodyLink>
    ),
  },
  { header: certificationBodyLabels.code, sort: 'code', cell: (row) => row.code },
  { header: certificateTexts.title, align: 'end', cell: (row) => row.certificates },
  {
    header: certificationBodyLabels.suspensions,
    cell: (row) => <Wrapped text={suspensionsText(row)} minWidth={160} maxWidth={360} />,
  },
  { header: 'Status', cell: (row) => <SuspensionPill certifier={row} /> },
];

const CertificationBodyForm = preloadedComponent(
  async () => (await import('./CertificationBodyForm.tsx')).CertificationBodyForm,
);

export function CertificationBodiesPage() {
  const form = useOpenedDocument(certificationBodies);
  const [suspended, setSuspended] = useState<CertificationBodyWithLots>();
  return (
    <RecordListPage
      definition={certificationBodies}
      pageSize={pageSizes.certificationBodies}
      words={certificationBodyTexts}
      columns={columns}
      card={(row) => ({
        title: <CertificationBodyLink id={row.certificationBodyId}>{row.name}</CertificationBodyLink>,
        state: <SuspensionPill certifier={row} />,
        detail: suspensionsText(row) || row.code,
        aside: `#${row.certificationBodyId}`,
      })}
      to={({ certificationBodyId }) => ({
        to: '/certification-bodies/$certificationBodyId',
        params: { certificationBodyId: String(certificationBodyId) },
      })}
      sheet={certifierSheet}
      form={form}
      note={suspended && <SuspendedNote certifier={suspended} onDone={() => setSuspended(undefined)} />}
    >
      {(props) => <CertificationBodyForm {...props} onUnproved={setSuspended} />}
    </RecordListPage>
  );
}
