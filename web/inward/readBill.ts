/** Reads a bill, with the type and size of specification §5. */
import { billTypes, inwardTexts, MAX_BILL_BYTES } from '#contract/inward.ts';

/** A bill in the form, not yet saved. */
export interface Bill {
  file: File;
  dataUrl: string;
  /** The photo's size before it was shrunk. */
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

/** Why a file cannot be a bill; undefined if it can. */
export function billFault(file: File): string | undefined {
  if (!billTypes.some((type) => type === file.type)) return inwardTexts.billType;
  return isTooLarge(file) && file.type === 'application/pdf' ? inwardTexts.billTooLarge : undefined;
}

export function isTooLarge(file: File): boolean {
  return file.size > MAX_BILL_BYTES;
}

/** Shrinks a photo that is too large. Rejects if the file cannot be read or is no image. */
export async function readBill(file: File): Promise<Bill> {
  if (!isTooLarge(file)) return { file, dataUrl: await asDataUrl(file) };
  const { shrinkPhoto } = await import('./shrinkPhoto.ts');
  const smaller = await shrinkPhoto(file, MAX_BILL_BYTES);
  return { file: smaller, dataUrl: await asDataUrl(smaller), shrunkFrom: file.size };
}
