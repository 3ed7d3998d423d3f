import type { z } from 'zod';
import { inwardLineBody, type inwardCreateBody } from '#contract/buy/inward.ts';
import type { MaterialRecord } from '#contract/masters/materials.ts';
import type { Claim } from '#contract/stock/stock.ts';
import type { SupplierRecord } from '#contract/masters/suppliers.ts';
import { toDataUrl, type Attachment } from '../../core/records/attachments.ts';
import { totalsOf } from '../../buy/inward/rules.ts';
import { billContent, type BillContent } from './billContent.ts';
import { billPdf } from './billPdf.ts';
import { billPhoto } from './billPhoto.ts';
import { financialYear } from '../../core/calendar.ts';
import type { SampleInward } from './inwards.ts';

const GST_PERCENT = 5;

function billFile(kind: SampleInward['bill'], content: BillContent): Attachment {
  if (kind === 'pdf') return { mediaType: 'application/pdf', bytes: billPdf(content) };
  return { mediaType: 'image/png', bytes: billPhoto(content) };
}

interface InvoiceParts {
  materialOf: (key: string) => MaterialRecord;
  /** Claim and expiry date of a material's lot. */
  lotOf: (key: string) => { claim?: Claim; overrideReason?: string; expiresOn: string | null };
}

/** An invoice of the sample data with its bill, as the screen sends them. */
export function invoiceOf(
  sample: SampleInward,
  inwardDate: string,
  supplier: SupplierRecord,
  { materialOf, lotOf }: InvoiceParts,
): z.output<typeof inwardCreateBody> {
  const keys = Object.keys(sample.lines);
  const goods = keys.map(materialOf);
  const rawMaterials = Object.values(sample.lines).map(([quantity, pricePerUnit], index) =>
    inwardLineBody.parse({
      rawMaterialId: goods[index]?.rawMaterialId,
      quantity,
      pricePerUnit,
      ...lotOf(keys[index] ?? ''),
    }),
  );
  const { subTotal } = totalsOf(rawMaterials, 0);
  const invoice = {
    supplierId: supplier.supplierId,
    invoiceNumber: sample.number.replace('{year}', financialYear(inwardDate)),
    inwardDate,
    // A supplier without GSTIN may not charge GST.
    totalGst: supplier.gstinNumber === '' ? 0 : Math.round((subTotal * GST_PERCENT) / 100),
    status: sample.status,
    rawMaterials,
  };
  const bill = billFile(sample.bill, billContent(supplier, invoice, goods));
  return { ...invoice, billAttachment: toDataUrl(bill) };
}
