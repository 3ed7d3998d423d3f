import { TruncatedText } from '#web/ui/table/TruncatedText.tsx';
import { DocumentLink, documentName, type DocumentLinkProps } from './DocumentLink.tsx';

/** A document in a table, whose columns a long name must not widen. */
export function DocumentCell(document: DocumentLinkProps) {
  return (
    <TruncatedText text={documentName(document)}>
      <DocumentLink {...document} />
    </TruncatedText>
  );
}
