/** One certificate: what it covers and how long, its file, and the lots that it no longer covers. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import {
  certificateLabels,
  certificateTexts,
  type CertificateWithFile,
} from '#contract/prove/certificates/certificates.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { may } from '#web/core/api/session.ts';
import { ActiveContentNote } from '#web/core/form/files/ActiveContentNote.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { RecordScreen, type RecordParts } from '#web/core/records/RecordScreen.tsx';
import { CertificateFile } from '#web/prove/certificates/CertificateFile.tsx';
import { coveredBy, validityOf } from '#web/prove/certificates/certificateColumns.tsx';
import { CertificationBodyLink } from '#web/stock/links/CertificationBodyLink.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';
import { certificates, type CertificatePrefill } from './certificateDefinition.ts';
import { isToHold, UnprovedLots } from './UnprovedLots.tsx';
import { WithdrawnNote } from './WithdrawnNote.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';

const CertificateForm = preloadedComponent(async () => (await import('./CertificateForm.tsx')).CertificateForm);

export function CertificatePage() {
  const { certificateId } = useParams({ from: '/shell/certificates/$certificateId' });
  return (
    <RecordScreen
      definition={certificates}
      id={certificateId}
      list="/certificates"
      failed={certificateTexts.notLoaded}
      Body={Certificate}
    >
      {(props) => <CertificateForm {...props} />}
    </RecordScreen>
  );
}

function Certificate({
  record: certificate,
  form,
  buttons,
  openForm,
}: RecordParts<CertificateWithFile, CertificatePrefill>) {
  const { number, uncoveredLots } = certificate;
  return (
    <>
      <PageHeader title={certificateTexts.named(number)}>
        {buttons.history}
        {buttons.edit}
        {may('create', 'certificates') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => form.begin({ previous: certificate })}
          >
            {certificateTexts.addNext}
          </Button>
        )}
      </PageHeader>
      {isToHold(uncoveredLots) && may('update', 'certificates') && (
        <WithdrawnNote certificate={certificate} lots={uncoveredLots} />
      )}
      {openForm}
      <CertificateFacts certificate={certificate} />
      <RecordSection heading={certificateTexts.uncoveredTitle}>
        <Panel>
          {uncoveredLots.length === 0 ? (
            <PanelMessage>{certificateTexts.noneUncovered}</PanelMessage>
          ) : (
            <UnprovedLots label={certificateTexts.uncoveredTitle} lots={uncoveredLots} />
          )}
        </Panel>
      </RecordSection>
    </>
  );
}

function CertificateFacts({ certificate }: { certificate: CertificateWithFile }) {
  const { supplierId, supplierName, scheme, validFrom, validTo, withdrawnOn } = certificate;
  return (
    <>
      <Facts
        facts={[
          {
            label: certificateLabels.validTo,
            value: formatDate(validTo),
            below: <StatusPill {...validityOf(certificate)} />,
            isMain: true,
          },
          {
            label: certificateLabels.validFrom,
            value: formatDate(validFrom),
            below: withdrawnOn !== null && certificateTexts.withdrawn(formatDate(withdrawnOn)),
          },
          {
            label: certificateLabels.supplierId,
            value:
              supplierId === null ? (
                certificateTexts.own
              ) : (
                <SupplierLink supplierId={supplierId} name={supplierName ?? ''} />
              ),
          },
          { label: certificateLabels.scheme, value: scheme, below: <IssuedBy certificate={certificate} /> },
          { label: certificateLabels.items, value: coveredBy(certificate) },
          { label: certificateLabels.file, value: <CertificateFile certificate={certificate} /> },
        ]}
      />
      <ActiveContentNote kinds={certificate.activeContent} />
    </>
  );
}

/** Its certification body, and when that is suspended for the scheme. */
function IssuedBy({ certificate }: { certificate: CertificateWithFile }) {
  const { certificationBodyId, body, suspensions } = certificate;
  if (certificationBodyId === null) return body;
  return (
    <>
      <CertificationBodyLink id={certificationBodyId}>{body}</CertificationBodyLink>
      {suspensions.length > 0 && `, ${certificateTexts.bodySuspended(certificateTexts.suspended(suspensions))}`}
    </>
  );
}
