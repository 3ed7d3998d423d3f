import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { fileOfDataUrl } from '#web/core/form/files/fileOfDataUrl.ts';
import type { InwardInForm } from '../inwardValues.ts';

/** The bill of an inward, which came with it. */
export function billToShow({ inwardId, invoiceNumber, billAttachment }: InwardInForm) {
  const isImage = billAttachment?.startsWith('data:image/');
  const loadImage = () => Promise.resolve(isImage ? fileOfDataUrl(billAttachment ?? '') : undefined);
  return { title: inwardTexts.billOf(invoiceNumber), of: 'inward', id: inwardId, loadImage } as const;
}
