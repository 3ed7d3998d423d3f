/** Files that records carry: bills of inwards and certificates (specification §5, design §3). */
import { z } from 'zod';

export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
export const attachmentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;

export const attachmentTexts = {
  type: 'Only PDF, PNG, JPG allowed',
  unreadable: 'This file could not be read.',
} as const;

/** A file as a data URL; the server checks its bytes. */
export function attachment(requiredMessage: string) {
  return z.string({ error: requiredMessage }).startsWith('data:', attachmentTexts.type);
}
