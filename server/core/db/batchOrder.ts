import { withoutJoiners } from '#contract/core/values/names.ts';
import { foldCase } from './fold.ts';

/** Digits of the length that prefixes each run of digits. */
export const LENGTH_DIGITS = 2;

/** The unique key of a batch number: equal for numbers that read the same, ignoring case (specification §5). */
export function batchKey(code: string): string {
  return foldCase(withoutJoiners(code)).normalize('NFKC');
}

/**
 * A sort key in natural order: B-9 before B-10. Each run of digits loses its leading zeros and is prefixed with its
 * length, so that bytewise order is numeric order.
 */
export function batchOrder(code: string): string {
  return batchKey(code).replaceAll(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '');
    return String(digits.length).padStart(LENGTH_DIGITS, '0') + digits;
  });
}

/** The columns of a code: text, unique key and sort key. */
export interface StoredCode {
  code: string;
  code_key: string;
  code_order: string;
}

/** The columns of a code: `code_key` is alike for codes that differ in case alone, `code_order` sorts numbers by their value. */
export function storedCode(code: string): StoredCode {
  return { code, code_key: batchKey(code), code_order: batchOrder(code) };
}
