/** One certificate: what it covers and how long, its file, and the lots that it no longer covers. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import {
  certificateLabels,
  certificateTexts,
  type CertificateWithFile,
  type UncoveredLotRecord,
} from '#contract/prove/certificates.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { lotOriginLabels } from '#contract/stock/lots/lotTexts.ts';
import { may } from '#web/core/api/session.ts';
import { ActiveContentNote } from '#web/core/form/files/ActiveContentNote.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { RecordScreen, type RecordParts } from '#web/core/records/RecordScreen.tsx';
import { CertificateFile } from '#web/prove/certificates/CertificateFile.tsx';
import { coveredBy, validityOf } from '#web/prove/certificates/certificateColumns.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';
import { certificates, type CertificateBegun } from './certificateDefinition.ts';
import { UncoveredNote } from './UncoveredNote.tsx';
import { preloadedComponent } from '#web/core/ui/lazyComponent.ts';

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
}: RecordParts<CertificateWithFile, CertificateBegun>) {
  const { number, uncoveredLots } = certificate;
  const isToHold = uncoveredLots.some(({ state, onHandQty }) => state !== 'onHold' && onHandQty > 0);
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
      {isToHold && may('update', 'certificates') && <UncoveredNote certificate={certificate} lots={uncoveredLots} />}
      {openForm}
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
  { header: 'State', cell: (lot) => <LotStatePill {...lot} /> },
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
        state: <LotStatePill {...lot} />,
        detail: `${lot.itemName}, ${lotOriginLabels[lot.origin].toLowerCase()}`,
        aside: formatQuantityWithUnit(lot.onHandQty, lot.unit),
      })}
      skeletons={0}
      stale={false}
    />
  );
}
