/** Global Trade Item Numbers (GS1): 8, 12, 13 or 14 digits, of which the last one checks the others. */
import { z } from 'zod';

const LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);
const FULL_LENGTH = 14;

/** A GTIN in the length that GS1 Digital Links and element strings have. */
export function fullGtin(gtin: string): string {
  return gtin.padStart(FULL_LENGTH, '0');
}

/** Whether these are digits of the right number with the right check digit. */
export function isGtin(text: string): boolean {
  if (!/^\d+$/.test(text) || !LENGTHS.has(text.length)) return false;
  const digits = Array.from(fullGtin(text), Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** An optional GTIN. */
export function optionalGtin(message: string) {
  return z
    .string()
    .trim()
    .regex(/^\d*$/, { error: message, abort: true })
    .refine((text) => text === '' || isGtin(text), message)
    .nullish()
    .transform((text) => text ?? '');
}
