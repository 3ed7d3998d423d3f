/** Specification §2, Inward. */
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { formatRupees } from '#contract/core/values/format.ts';
import { inwardEndpoints, isUnpaid, type InwardRecord, type InwardTotals } from '#contract/buy/inward.ts';
import { inwardLabels, inwardTexts, inwardTotalLabels } from '#contract/buy/inwardTexts.ts';
import { inwardStatusLabels } from '#contract/documentStatus.ts';
import { sumOfAmounts } from '#contract/core/values/numbers.ts';
import { pageSizes } from '#contract/kinds.ts';
import { callImage } from '#web/core/api/client.ts';
import { useFileViewer } from '#web/core/form/files/useFileViewer.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { useReadDocument } from '#web/core/records/document.ts';
import { RecordListPage } from '#web/core/records/RecordListPage.tsx';
import { inTotal, sheetOf } from '#web/core/sheets/listSheet.ts';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { LabelsOfLots } from '#web/stock/labels/LabelsButton.tsx';
import { inwardBulk } from './inwardBulk.tsx';
import { inwardCard, inwardColumns } from './inwardColumns.tsx';
import { inwards } from './inwardDefinition.ts';
import { useMarkPaid } from './useMarkPaid.ts';

const inwardSheet = sheetOf<InwardRecord>(
  'Inward',
  [
    { heading: 'ID', width: 8, value: (row) => row.inwardId },
    { heading: inwardLabels.supplierId, width: 32, value: (row) => row.supplierName },
    { heading: inwardLabels.invoiceNumber, width: 20, value: (row) => row.invoiceNumber },
    { heading: inwardLabels.inwardDate, width: 13, value: (row) => ({ date: row.inwardDate }) },
    { heading: inwardLabels.status, width: 11, value: (row) => inwardStatusLabels[row.status] },
    { heading: inwardLabels.bill, width: 9, value: (row) => (row.hasBill ? 'yes' : 'missing') },
    {
      heading: 'Raw materials',
      width: 48,
      value: ({ rawMaterials }) =>
        rawMaterials
          .map(({ rawMaterialName, quantity, unit }) => `${rawMaterialName} ${quantity} ${unit}`.trim())
          .join(', '),
    },
    { heading: inwardTotalLabels.subTotal, width: 14, value: (row) => row.subTotal, sum: sumOfAmounts },
    { heading: inwardTotalLabels.totalGst, width: 12, value: (row) => row.totalGst, sum: sumOfAmounts },
    { heading: inwardLabels.grandTotal, width: 14, value: (row) => row.grandTotal, sum: sumOfAmounts },
  ],
  [...inTotal, { label: inwardTotalLabels.notPaid, counts: ({ status }) => status !== 'paid' }],
);

const InwardForm = preloadedComponent(async () => (await import('./InwardForm.tsx')).InwardForm);

const sumsOf = ({ subTotal, totalGst, grandTotal, notPaid }: InwardTotals) =>
  [
    [inwardTotalLabels.subTotal, formatRupees(subTotal)],
    [inwardTotalLabels.totalGst, formatRupees(totalGst)],
    [inwardLabels.grandTotal, formatRupees(grandTotal)],
    [inwardTotalLabels.notPaid, formatRupees(notPaid)],
  ] as const;

export function InwardsPage() {
  const form = useReadDocument(inwards, inwardTexts.notOpened);
  const paying = useMarkPaid();
  const viewer = useFileViewer();
  const [labelled, setLabelled] = useState<number[]>();
  const billButton = (row: InwardRecord) => (
    <RowAction
      label={inwardTexts.billOf(row.invoiceNumber)}
      title="Show the bill"
      onClick={() => {
        const id = row.inwardId;
        const loadImage = () => callImage(inwardEndpoints.bill, { params: { id } });
        viewer.show({ title: inwardTexts.billOf(row.invoiceNumber), of: 'inward', id, loadImage });
      }}
    >
      <IconPaperclip size={17} />
    </RowAction>
  );
  return (
    <>
      <RecordListPage
        definition={inwards}
        pageSize={pageSizes.inward}
        words={inwardTexts}
        columns={inwardColumns(billButton)}
        card={inwardCard}
        to={({ inwardId }) => ({ to: '/inward/$inwardId', params: { inwardId: String(inwardId) } })}
        views="inward"
        sheet={inwardSheet}
        sums={{ endpoint: inwardEndpoints.totals, sumsOf }}
        bulk={inwardBulk(setLabelled)}
        more={(row) => [
          ...(isUnpaid(row) ? [{ label: inwardTexts.markPaid, onClick: () => paying.save(row) }] : []),
          { label: 'Labels', onClick: () => setLabelled(row.rawMaterials.map(({ lotId }) => lotId)) },
        ]}
        form={form}
      >
        {(props) => <InwardForm {...props} printLabels={setLabelled} />}
      </RecordListPage>
      {labelled && <LabelsOfLots lotIds={labelled} onClose={() => setLabelled(undefined)} />}
      {viewer.dialog}
    </>
  );
}
