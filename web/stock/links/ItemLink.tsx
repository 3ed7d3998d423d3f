import type { ReactNode } from 'react';
import { RecordLink } from './RecordLink.tsx';

interface ItemLinkProps {
  rawMaterialId?: number | null | undefined;
  productId?: number | null | undefined;
  name: ReactNode;
}

/** A raw material or a product by name, leading to its page; only the name where it is not known which it is. */
export function ItemLink({ rawMaterialId, productId, name }: ItemLinkProps) {
  if (rawMaterialId)
    return (
      <RecordLink kind="materials" id={rawMaterialId}>
        {name}
      </RecordLink>
    );
  if (productId)
    return (
      <RecordLink kind="products" id={productId}>
        {name}
      </RecordLink>
    );
  return name;
}
