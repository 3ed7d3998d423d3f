import { certificateLabels, certificateTexts, type CertificateRecord } from '#contract/prove/certificates.ts';
import { dayCell, sheetOf } from '#web/core/sheets/listSheet.ts';

export const certificateSheet = sheetOf<CertificateRecord>('Certificates', [
  { heading: 'ID', width: 8, value: (row) => row.certificateId },
  { heading: certificateLabels.supplierId, width: 32, value: (row) => row.supplierName ?? certificateTexts.own },
  { heading: certificateLabels.scheme, width: 16, value: (row) => row.scheme },
  { heading: certificateLabels.number, width: 24, value: (row) => row.number },
  { heading: certificateLabels.body, width: 28, value: (row) => row.body },
  { heading: certificateLabels.validFrom, width: 13, value: (row) => ({ date: row.validFrom }) },
  { heading: certificateLabels.validTo, width: 13, value: (row) => ({ date: row.validTo }) },
  { heading: certificateLabels.withdrawnOn, width: 13, value: (row) => dayCell(row.withdrawnOn) },
  {
    heading: certificateLabels.items,
    width: 48,
    value: ({ allItems, items }) =>
      allItems ? certificateTexts.allItems : items.map(({ itemName }) => itemName).join(', '),
  },
  { heading: certificateLabels.file, width: 9, value: (row) => (row.hasFile ? 'yes' : 'missing') },
]);
