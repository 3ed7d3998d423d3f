import { Link } from '@tanstack/react-router';
import type { BlockingDocument } from '#contract/core/errors.ts';
import { keepWhole } from '#web/core/ui/keepWhole.tsx';
import classes from './DocumentLink.module.css';

export type DocumentLinkProps = BlockingDocument;

/** Where each kind of document is shown. */
function placeOf({ kind, id }: DocumentLinkProps) {
  const own = String(id);
  if (kind === 'run') return { to: '/production/$runId', params: { runId: own } } as const;
  if (kind === 'goods') return { to: '/finishedgoods/$finishedGoodId', params: { finishedGoodId: own } } as const;
  if (kind === 'dispatch') return { to: '/dispatches/$dispatchId', params: { dispatchId: own } } as const;
  if (kind === 'adjustment') return { to: '/adjustments/$adjustmentId', params: { adjustmentId: own } } as const;
  if (kind === 'recall') return { to: '/recalls/$recallId', params: { recallId: own } } as const;
  return { to: '/inward/$inwardId', params: { inwardId: own } } as const;
}

export const documentName = ({ kind, id, label }: DocumentLinkProps) => label || `${kind} ${id}`;

/** A document that moved stock, or a recall, by its name. */
export function DocumentLink(document: DocumentLinkProps) {
  return (
    <Link {...placeOf(document)} className={classes.link}>
      {keepWhole(documentName(document))}
    </Link>
  );
}
