/** Valid bill files that a browser can display. */
import { billPdf } from '#server/office/sample/billPdf.ts';
import { png } from '#test/factories.ts';

interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const pdfBill: UploadedFile = {
  name: 'bill.pdf',
  mimeType: 'application/pdf',
  buffer: billPdf({
    supplier: 'Hill Farms',
    letterhead: ['12 Market Road', 'Coorg'],
    invoiceNumber: 'HF/1',
    date: '20-11-2026',
    lines: [{ material: 'Turmeric', quantity: '10.500', unit: 'kg', price: '120.25', amount: '1,262.63' }],
    subTotal: '1,262.63',
    gst: '18.50',
    grandTotal: '1,281.13',
  }),
};

export const pngBill: UploadedFile = { name: 'bill.png', mimeType: 'image/png', buffer: png };
