import type { z } from 'zod';
import { formatAmount, formatDate, formatQuantity } from '#contract/core/values/format.ts';
import type { inwardCreateBody } from '#contract/buy/inward.ts';
import type { MaterialRecord } from '#contract/masters/materials.ts';
import { fromPaise, fromThousandths } from '#contract/core/values/numbers.ts';
import type { SupplierRecord } from '#contract/masters/suppliers.ts';
import { totalsOf } from '../../buy/inward/rules.ts';

/** The printed texts of a bill of the sample data. */
export interface BillContent {
  supplier: string;
  letterhead: string[];
  invoiceNumber: string;
  date: string;
  lines: { material: string; quantity: string; unit: string; price: string; amount: string }[];
  subTotal: string;
  gst: string;
  grandTotal: string;
}

function inRupees(paise: number): string {
  return formatAmount(fromPaise(paise));
}

/** The bill of an invoice; `goods` are the materials of its lines. */
export function billContent(
  supplier: SupplierRecord,
  invoice: Omit<z.output<typeof inwardCreateBody>, 'billAttachment'>,
  goods: readonly MaterialRecord[],
): BillContent {
  const totals = totalsOf(invoice.rawMaterials, invoice.totalGst);
  return {
    supplier: supplier.name,
    letterhead: [
      ...supplier.address.split('\n'),
      `Phone ${supplier.phone}`,
      ...(supplier.gstinNumber === '' ? [] : [`GSTIN ${supplier.gstinNumber}`]),
    ],
    invoiceNumber: invoice.invoiceNumber,
    date: formatDate(invoice.inwardDate),
    lines: invoice.rawMaterials.map((line, index) => ({
      material: goods[index]?.name ?? '',
      quantity: formatQuantity(fromThousandths(line.quantity)),
      unit: goods[index]?.unit ?? '',
      price: inRupees(line.pricePerUnit),
      amount: inRupees(totals.lineTotals[index] ?? 0),
    })),
    subTotal: inRupees(totals.subTotal),
    gst: inRupees(invoice.totalGst),
    grandTotal: inRupees(totals.grandTotal),
  };
}
