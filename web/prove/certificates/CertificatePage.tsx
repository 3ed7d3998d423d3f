/** One certificate: what it covers and how long, its file, and the lots that it no longer covers. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import {
  certificateEndpoints,
  certificateLabels,
  certificateTexts,
  type CertificateRecord,
  type CertificateWithFile,
  type UncoveredLotRecord,
} from '#contract/prove/certificates.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { lotOriginLabels } from '#contract/stock/lots.ts';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { ActiveContentNote } from '#web/core/form/files/ActiveContentNote.tsx';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { CertificateFile } from '#web/prove/certificates/CertificateFile.tsx';
import { coveredBy, validityOf } from '#web/prove/certificates/certificateColumns.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { LotStatePill } from '#web/stock/parts/LotStatePill.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';
import { certificateDraft } from './certificateDraft.ts';
import type { CertificateFormProps } from './CertificateForm.tsx';
import { UncoveredNote } from './UncoveredNote.tsx';

const useForm = lazyWithPreload(() => import('./CertificateForm.tsx'));

export function CertificatePage() {
  const { certificateId } = useParams({ from: '/shell/certificates/$certificateId' });
  const query = useQuery({
    queryKey: [certificateEndpoints.get.path, certificateId],
    queryFn: ({ signal }) => call(certificateEndpoints.get, { params: { id: certificateId }, signal }),
  });
  return (
    <RecordPage
      back={<BackLink to="/certificates">{certificateTexts.title}</BackLink>}
      query={query}
      of={{ kind: 'certificates', id: certificateId }}
      failed={certificateTexts.notLoaded}
    >
      {(certificate) => <Certificate key={certificate.certificateId} certificate={certificate} />}
    </RecordPage>
  );
}

function Certificate({ certificate }: { certificate: CertificateWithFile }) {
  const { certificateId, number, uncoveredLots } = certificate;
  const form = useOpenedForm('certificates', {
    record: certificateEndpoints.list.answer.element,
    values: certificateDraft,
    keptAs: (record) => record?.certificateId,
  });
  const [previous, setPrevious] = useState<CertificateRecord>();
  const navigate = useNavigate();
  const history = useHistory();
  const isToHold = uncoveredLots.some(({ state, onHandQty }) => state !== 'onHold' && onHandQty > 0);
  return (
    <>
      <PageHeader title={certificateTexts.named(number)}>
        <HistoryButton
          onClick={() => history.show({ kind: 'certificates', id: certificateId, name: `certificate ${number}` })}
        />
        {may('update', 'certificates') && <EditButton onClick={() => form.open(certificate)} />}
        {may('create', 'certificates') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() =>
              form.leave(() => {
                setPrevious(certificate);
                form.open();
              })
            }
          >
            {certificateTexts.addNext}
          </Button>
        )}
      </PageHeader>
      {isToHold && may('update', 'certificates') && <UncoveredNote certificate={certificate} lots={uncoveredLots} />}
      <Suspense>
        {form.isOpen && (
          <Form
            key={form.key}
            {...form.props}
            previous={previous}
            onUncovered={() => undefined}
            onSaved={() => {
              form.props.onSaved();
              // The next one is at the top of the list.
              if (form.record === undefined) navigate({ to: '/certificates' }).catch(console.error);
            }}
          />
        )}
      </Suspense>
      <CertificateFacts certificate={certificate} />
      <RecordSection heading={certificateTexts.uncoveredTitle}>
        <Panel>
          {uncoveredLots.length === 0 ? (
            <PanelMessage>{certificateTexts.noneUncovered}</PanelMessage>
          ) : (
            <UncoveredLots lots={uncoveredLots} />
          )}
        </Panel>
      </RecordSection>
      {history.drawer}
      {form.dialog}
    </>
  );
}

function CertificateFacts({ certificate }: { certificate: CertificateWithFile }) {
  const { supplierId, supplierName, scheme, body, validFrom, validTo, withdrawnOn } = certificate;
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
            below: withdrawnOn !== null && `withdrawn on ${formatDate(withdrawnOn)}`,
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
          { label: certificateLabels.scheme, value: scheme, below: body },
          { label: certificateLabels.items, value: coveredBy(certificate) },
          { label: certificateLabels.file, value: <CertificateFile certificate={certificate} /> },
        ]}
      />
      <ActiveContentNote kinds={certificate.activeContent} />
    </>
  );
}

const columns: Column<UncoveredLotRecord>[] = [
  {
    header: 'Lot',
    weight: 'strong',
    pinned: true,
    cell: ({ lotId, code }) => <LotLink lotId={lotId} lotCode={code} />,
  },
  { header: 'Item', cell: ({ itemName }) => itemName },
  { header: 'Origin', cell: ({ origin }) => lotOriginLabels[origin] },
  { header: 'State', cell: ({ state }) => <LotStatePill state={state} /> },
  { header: 'Left', align: 'end', cell: (lot) => formatQuantityWithUnit(lot.onHandQty, lot.unit) },
];

function UncoveredLots({ lots }: { lots: UncoveredLotRecord[] }) {
  return (
    <DataTable
      label={certificateTexts.uncoveredTitle}
      columns={columns}
      rows={lots}
      rowId={({ lotId }) => lotId}
      card={(lot) => ({
        title: <LotLink lotId={lot.lotId} lotCode={lot.code} />,
        state: <LotStatePill state={lot.state} />,
        detail: `${lot.itemName}, ${lotOriginLabels[lot.origin].toLowerCase()}`,
        aside: formatQuantityWithUnit(lot.onHandQty, lot.unit),
      })}
      skeletons={0}
      stale={false}
    />
  );
}

function Form(props: CertificateFormProps) {
  const { CertificateForm } = useForm();
  return <CertificateForm {...props} />;
}
