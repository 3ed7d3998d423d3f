/** QR codes, in a chunk of their own with the code that draws them. */
import { drawingSVG, qrcode } from 'bwip-js/browser';
import { labelPath, type LabelledLot } from '#contract/stock/labels/labels.ts';

/** The QR code that opens a lot's page in this Godown, as the address of an image. */
export function qrCodeOf(lot: LabelledLot): string {
  const text = window.location.origin + labelPath(lot);
  const svg = qrcode<string>({ bcid: 'qrcode', text, padding: 2 }, drawingSVG());
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
