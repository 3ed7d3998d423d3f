import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import { DocumentLink, documentName, type DocumentLinkProps } from './DocumentLink.tsx';

/** A document in a table, whose columns a long name must not widen: on two lines at most. */
export function DocumentCell({ width, ...document }: DocumentLinkProps & { width?: number }) {
  return (
    <TruncatedText text={documentName(document)} width={width} twoLines>
      <DocumentLink {...document} />
    </TruncatedText>
  );
}
