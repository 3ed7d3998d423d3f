import type { BlockingDocument } from '#contract/errors.ts';
import { recallTexts } from '#contract/recallTexts.ts';

/** Recalls as a refusal names and links them, each once. */
export function recallLinks(recalls: readonly { recallId: number; title: string }[]): BlockingDocument[] {
  const links = recalls.map(
    ({ recallId: id, title }) => [id, { kind: 'recall', id, label: recallTexts.named(title) }] as const,
  );
  return [...new Map<number, BlockingDocument>(links).values()];
}
