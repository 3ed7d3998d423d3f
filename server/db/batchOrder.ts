import { withoutJoiners } from '#contract/names.ts';
import { foldCase } from './fold.ts';

const LENGTH_DIGITS = 2;

/** Batch numbers that read the same, but for capitals, are the same (specification §5). */
export function batchKey(batchNumber: string): string {
  return foldCase(withoutJoiners(batchNumber)).normalize('NFKC');
}

/**
 * A text that sorts by its bytes as people count: B-9 before B-10. Each run of digits loses its leading zeros and gets its
 * length in front, so that a longer number is a greater text.
 */
export function batchOrder(batchNumber: string): string {
  return batchKey(batchNumber).replaceAll(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '');
    return String(digits.length).padStart(LENGTH_DIGITS, '0') + digits;
  });
}
