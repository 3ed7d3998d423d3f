/** One inward: what was bought, for how much, the lots that it became, and its bill. */
import { Button } from '@mantine/core';
import { IconHistory, IconPaperclip, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { claimLabels, claimTexts } from '#contract/claims.ts';
import { formatAmount, formatDate, formatQuantityWithUnit } from '#contract/format.ts';
import { inwardEndpoints, inwardLabels, inwardTexts, type InwardRecord } from '#contract/inward.ts';
import { call, callFile } from '#web/api/client.ts';
import { may } from '#web/api/session.ts';
import { useFileViewer } from '#web/form/useFileViewer.tsx';
import { useOpenedForm, type FormProps } from '#web/form/useOpenedForm.ts';
import { LabelsButton } from '#web/labels/LabelsButton.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/records/RecordPage.tsx';
import { useHistory } from '#web/records/useHistory.tsx';
import { LotLink } from '#web/stock/LotLink.tsx';
import { SupplierLink } from '#web/stock/SupplierLink.tsx';
import { TraceLink } from '#web/stock/TraceLink.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { lazyWithPreload } from '#web/ui/lazyWithPreload.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { quantities } from '#web/ui/Quantity.tsx';
import { Wrapped } from '#web/ui/Wrapped.tsx';
import { InwardStatusPill } from './inwardColumns.tsx';
import { inwardDraft, type InwardDraft, type InwardWithBill } from './inwardDraft.ts';

const useForm = lazyWithPreload(() => import('./InwardForm.tsx'));

export function InwardRecordPage() {
  const { inwardId } = useParams({ from: '/shell/inward/$inwardId' });
  const query = useQuery({
    queryKey: [inwardEndpoints.get.path, inwardId],
    queryFn: ({ signal }) => call(inwardEndpoints.get, { params: { id: inwardId }, signal }),
  });
  return (
    <RecordPage back={<BackLink to="/inward">Inward</BackLink>} query={query} failed={inwardTexts.notLoaded}>
      {(inward) => <Inward key={inward.inwardId} inward={inward} />}
    </RecordPage>
  );
}

function Inward({ inward }: { inward: InwardWithBill }) {
  const { inwardId, invoiceNumber, hasBill, rawMaterials } = inward;
  const form = useOpenedForm('inward', { record: inwardEndpoints.get.answer, values: inwardDraft });
  const history = useHistory();
  const viewer = useFileViewer();
  return (
    <>
      <PageHeader title={`Inward ${invoiceNumber}`}>
        <Button
          variant="subtle"
          color="gray"
          aria-keyshortcuts="h"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => history.show({ kind: 'inward', id: inwardId, name: `inward ${invoiceNumber}` })}
        >
          History
        </Button>
        {may('update', 'inward') && (
          <Button
            variant="subtle"
            color="gray"
            aria-keyshortcuts="e"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => form.open(inward)}
          >
            Edit
          </Button>
        )}
        {hasBill && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconPaperclip size={16} aria-hidden />}
            onClick={() =>
              viewer.show(
                () => callFile(inwardEndpoints.bill, { params: { id: inwardId } }),
                `Bill of ${invoiceNumber}`,
              )
            }
          >
            Bill
          </Button>
        )}
        <LabelsButton lotIds={rawMaterials.map(({ lotId }) => lotId)} />
        <PrintButton />
        <TraceLink of="inwards" id={inwardId} variant="filled" />
      </PageHeader>
      <Suspense>{form.isOpen && <Form key={form.key} {...form.props} />}</Suspense>
      <InwardFacts inward={inward} />
      <RecordSection heading={inwardLabels.rawMaterials}>
        <Lines lines={rawMaterials} />
      </RecordSection>
      {history.drawer}
      {viewer.dialog}
      {form.dialog}
    </>
  );
}

function Form(props: FormProps<InwardWithBill, InwardDraft>) {
  const { InwardForm } = useForm();
  return <InwardForm {...props} />;
}

function InwardFacts({ inward }: { inward: InwardRecord }) {
  const { supplierId, supplierName, inwardDate, status, subTotal, totalGst, grandTotal, hasBill } = inward;
  return (
    <Facts
      facts={[
        {
          label: inwardLabels.supplierId,
          value: <SupplierLink supplierId={supplierId} name={supplierName} />,
          isMain: true,
        },
        { label: inwardLabels.inwardDate, value: formatDate(inwardDate) },
        {
          label: inwardLabels.grandTotal,
          value: `₹ ${formatAmount(grandTotal)}`,
          below: `₹ ${formatAmount(subTotal)} and ₹ ${formatAmount(totalGst)} GST`,
        },
        { label: inwardLabels.status, value: <InwardStatusPill status={status} /> },
        { label: inwardLabels.bill, value: hasBill ? 'There' : inwardTexts.billMissing },
      ]}
    />
  );
}

type Line = InwardRecord['rawMaterials'][number];

const columns: Column<Line>[] = [
  {
    header: 'Lot',
    weight: 'strong',
    pinned: true,
    cell: (line) => <LotLink lotId={line.lotId} lotCode={line.lotCode} />,
  },
  { header: 'Raw material', cell: (line) => <Wrapped text={line.rawMaterialName} least={140} most={260} /> },
  { header: 'Their lot', weight: 'small', cell: (line) => line.supplierLotNumber },
  { header: 'Expires', cell: (line) => line.expiresOn && formatDate(line.expiresOn) },
  { header: claimTexts.claim, cell: (line) => claimLabels[line.claim] },
  { header: claimTexts.transactionCertificate, weight: 'small', cell: (line) => line.transactionCertificate },
  quantities({ header: 'Quantity' }, ({ quantity, unit }) => ({ quantity, unit })),
  { header: 'Price, ₹', align: 'end', cell: (line) => formatAmount(line.pricePerUnit) },
  { header: 'Amount, ₹', align: 'end', weight: 'strong', cell: (line) => formatAmount(line.totalAmount) },
];

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <Panel>
      <DataTable
        label={inwardLabels.rawMaterials}
        columns={columns}
        rows={lines}
        rowId={(line) => line.id}
        card={(line) => ({
          title: <LotLink lotId={line.lotId} lotCode={line.lotCode} />,
          state: formatQuantityWithUnit(line.quantity, line.unit),
          detail: `${line.rawMaterialName}, ${claimLabels[line.claim]}`,
          aside: `₹ ${formatAmount(line.totalAmount)}`,
        })}
        skeletons={0}
        stale={false}
      />
    </Panel>
  );
}
