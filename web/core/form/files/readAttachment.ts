/** Reads a file that is to be attached, with the type and size of specification §5. */
import { z } from 'zod';
import { attachmentTexts, attachmentTypes, MAX_ATTACHMENT_BYTES } from '#contract/core/attachments.ts';

/** A file in a form, not yet saved. */
export const attachment = z.object({
  file: z.instanceof(File),
  dataUrl: z.string(),
  /** The photo's size before it was shrunk. */
  shrunkFrom: z.number().optional(),
});
export type Attachment = z.output<typeof attachment>;

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}

/** Why a file cannot be attached; undefined if it can. */
export function attachmentFault(file: File, tooLarge: string): string | undefined {
  if (!attachmentTypes.some((type) => type === file.type)) return attachmentTexts.type;
  return isTooLarge(file) && file.type === 'application/pdf' ? tooLarge : undefined;
}

export function isTooLarge(file: File): boolean {
  return file.size > MAX_ATTACHMENT_BYTES;
}

/** Shrinks a photo that is too large. Rejects if the file cannot be read or is no image. */
export async function readAttachment(file: File): Promise<Attachment> {
  if (!isTooLarge(file)) return { file, dataUrl: await asDataUrl(file) };
  const { shrinkPhoto } = await import('./shrinkPhoto.ts');
  const smaller = await shrinkPhoto(file, MAX_ATTACHMENT_BYTES);
  return { file: smaller, dataUrl: await asDataUrl(smaller), shrunkFrom: file.size };
}
