/** A file that was given as a bill, made fit to be kept: of the right type and size (specification §5). */
import { billTypes, inwardTexts, MAX_BILL_BYTES } from '#contract/inward.ts';

/** A bill that was given in the form, not yet saved. */
export interface Bill {
  file: File;
  dataUrl: string;
  /** How large the photo was before it was made smaller. */
  shrunkFrom?: number;
}

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}

/** What is wrong with a file that was given as a bill; nothing where it is one. */
export function billFault(file: File): string | undefined {
  if (!billTypes.some((type) => type === file.type)) return inwardTexts.billType;
  return isTooLarge(file) && file.type === 'application/pdf' ? inwardTexts.billTooLarge : undefined;
}

/** A photo that has to be made smaller before it can be kept. */
export function isTooLarge(file: File): boolean {
  return file.size > MAX_BILL_BYTES;
}

/** Rejects a file that cannot be read, and a photo that is no picture. */
export async function readBill(file: File): Promise<Bill> {
  if (!isTooLarge(file)) return { file, dataUrl: await asDataUrl(file) };
  const { shrinkPhoto } = await import('./shrinkPhoto.ts');
  const smaller = await shrinkPhoto(file, MAX_BILL_BYTES);
  return { file: smaller, dataUrl: await asDataUrl(smaller), shrunkFrom: file.size };
}
