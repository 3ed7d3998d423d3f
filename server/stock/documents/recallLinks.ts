import { recalledTexts } from '#contract/stock/lots/recalled.ts';
import type { BlockingDocument } from '#contract/core/errors.ts';

/** Recalls as a refusal names and links them, each once. */
export function recallLinks(recalls: readonly { recallId: number; title: string }[]): BlockingDocument[] {
  const links = recalls.map(
    ({ recallId: id, title }) => [id, { kind: 'recall', id, label: recalledTexts.named(title) }] as const,
  );
  return [...new Map<number, BlockingDocument>(links).values()];
}
