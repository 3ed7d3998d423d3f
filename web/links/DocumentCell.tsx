import { TruncatedText } from '#web/ui/table/TruncatedText.tsx';
import { DocumentLink, documentName, type DocumentLinkProps } from './DocumentLink.tsx';

/** A document in a table, whose columns a long name must not widen: on two lines at most. */
export function DocumentCell(document: DocumentLinkProps) {
  return (
    <TruncatedText text={documentName(document)} twoLines>
      <DocumentLink {...document} />
    </TruncatedText>
  );
}
