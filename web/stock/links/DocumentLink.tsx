import type { BlockingDocument } from '#contract/core/errors.ts';
import { kindOfDocument } from '#contract/kinds.ts';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import { RecordLink } from './RecordLink.tsx';

export type DocumentLinkProps = BlockingDocument;

export const documentName = ({ kind, id, label }: DocumentLinkProps) => label || `${kind} ${id}`;

/** A document that moved stock, or a recall, by its name. */
export function DocumentLink(document: DocumentLinkProps) {
  return (
    <RecordLink kind={kindOfDocument(document.kind)} id={document.id}>
      {unbroken(documentName(document))}
    </RecordLink>
  );
}
