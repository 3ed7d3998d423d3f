/** Exports inwards: every one that search and filters find, not only the page shown. */
import { inwardEndpoints, inwardStatusLabels, type InwardRecord } from '#contract/inward.ts';
import { callList } from '#web/api/client.ts';
import { downloadSheet, type Progress } from '#web/list/downloadSheet.ts';
import type { ListEndpoint } from '#web/list/listEndpoint.ts';
import type { Filters } from '#web/list/useFilters.ts';
import { today } from '#web/ui/today.ts';
import { toastDone } from '#web/ui/toast.tsx';

/** Its filters are the texts in the URL. */
const list: ListEndpoint<InwardRecord> = inwardEndpoints.listWithLines;

const headings = [
  'ID',
  'Supplier',
  'Invoice number',
  'Invoice date',
  'Status',
  'Bill',
  'Raw materials',
  'Sub-total',
  'GST',
  'Grand total',
];

export async function exportInward(filters: Filters, search: string, onProgress: Progress): Promise<void> {
  const { rows } = await callList(list, { query: { ...filters, search: search || undefined } });
  const fileName = `inward_${today()}.xlsx`;
  await downloadSheet(
    {
      name: 'Inward',
      columnWidths: [8, 32, 20, 13, 11, 9, 48, 14, 12, 14],
      headings,
      rows: rows.map((row) => [
        row.inwardId,
        row.supplierName,
        row.invoiceNumber,
        { date: row.inwardDate },
        inwardStatusLabels[row.status],
        row.hasBill ? 'yes' : 'missing',
        row.rawMaterials
          .map(({ rawMaterialName, quantity, unit }) => `${rawMaterialName} ${quantity} ${unit}`.trim())
          .join(', '),
        row.subTotal,
        row.totalGst,
        row.grandTotal,
      ]),
    },
    fileName,
    onProgress,
  );
  toastDone(`${fileName}: ${rows.length === 1 ? '1 row' : `${rows.length.toLocaleString('en-IN')} rows`}`);
}
