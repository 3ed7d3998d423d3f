/** One certification body: its suspensions, its certificates, and what rested on them meanwhile. */
import { useParams } from '@tanstack/react-router';
import { pageSizes } from '#contract/kinds.ts';
import {
  certificateEndpoints,
  certificateLabels,
  certificateTexts,
} from '#contract/prove/certificates/certificates.ts';
import {
  certificationBodyLabels,
  certificationBodyTexts,
  type CertificationBodyWithLots,
} from '#contract/prove/certificates/certificationBodies.ts';
import { may } from '#web/core/api/session.ts';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { RecordScreen, type RecordParts } from '#web/core/records/RecordScreen.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { certificateCard, certificateColumns, holderColumn } from '#web/prove/certificates/certificateColumns.tsx';
import { isToHold, UnprovedLots } from '#web/prove/certificates/UnprovedLots.tsx';
import { certificationBodies } from './certifierDefinition.ts';
import { SuspendedNote } from './SuspendedNote.tsx';
import { SuspensionPill } from './SuspensionPill.tsx';

const CertificationBodyForm = preloadedComponent(
  async () => (await import('./CertificationBodyForm.tsx')).CertificationBodyForm,
);

export function CertificationBodyPage() {
  const { certificationBodyId } = useParams({ from: '/shell/certification-bodies/$certificationBodyId' });
  return (
    <RecordScreen
      definition={certificationBodies}
      id={certificationBodyId}
      list="/certification-bodies"
      failed={certificationBodyTexts.notLoaded}
      Body={CertificationBody}
    >
      {(props) => <CertificationBodyForm {...props} />}
    </RecordScreen>
  );
}

function CertificationBody({ record: certifier, buttons, openForm }: RecordParts<CertificationBodyWithLots>) {
  const { certificationBodyId, name, code, suspensions, uncoveredLots } = certifier;
  return (
    <>
      <PageHeader title={name}>
        {buttons.history}
        {buttons.edit}
        {buttons.remove}
      </PageHeader>
      {isToHold(uncoveredLots) && may('update', 'certificationBodies') && <SuspendedNote certifier={certifier} />}
      {openForm}
      <Facts
        facts={[
          {
            label: certificationBodyLabels.suspensions,
            value: <SuspensionPill certifier={certifier} />,
            below: suspensions.length === 0 && certificationBodyTexts.never,
          },
          ...suspensions.map(({ scheme, ...period }, index) => ({
            label: certificationBodyTexts.suspensionNumber(index + 1),
            value: certificationBodyTexts.suspension(scheme, period),
          })),
          { label: certificationBodyLabels.code, value: code || '—' },
        ]}
      />
      {suspensions.length > 0 && (
        <RecordSection heading={certificationBodyTexts.restedTitle}>
          <Panel>
            {uncoveredLots.length === 0 ? (
              <PanelMessage>{certificationBodyTexts.noneRested}</PanelMessage>
            ) : (
              <UnprovedLots label={certificationBodyTexts.restedTitle} lots={uncoveredLots} />
            )}
          </Panel>
        </RecordSection>
      )}
      <Certificates certificationBodyId={certificationBodyId} />
    </>
  );
}

const columns = [holderColumn, ...certificateColumns.filter(({ header }) => header !== certificateLabels.body)];

function Certificates({ certificationBodyId }: { certificationBodyId: number }) {
  const certificates = useList(certificateEndpoints.list, {
    pageSize: pageSizes.certificates,
    filters: { certificationBodyId: String(certificationBodyId) },
  });
  return (
    <RecordSection heading={certificationBodyTexts.certificatesTitle}>
      <ListPanel
        list={certificates}
        label={certificationBodyTexts.certificatesTitle}
        columns={columns}
        card={certificateCard}
        rowId={(row) => row.certificateId}
        failed={certificateTexts.loadFailed}
        empty={certificateTexts.empty}
        begin={<BeginLink to="/certificates">Go to Certificates</BeginLink>}
      />
    </RecordSection>
  );
}
