import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './DocumentLink.module.css';

interface ItemLinkProps {
  rawMaterialId?: number | null | undefined;
  productId?: number | null | undefined;
  name: ReactNode;
}

/** A raw material or a product by name, leading to its page; only the name where it is not known which it is. */
export function ItemLink({ rawMaterialId, productId, name }: ItemLinkProps) {
  if (rawMaterialId)
    return (
      <Link
        to="/rawmaterials/$rawMaterialId"
        params={{ rawMaterialId: String(rawMaterialId) }}
        className={classes.link}
      >
        {name}
      </Link>
    );
  if (productId)
    return (
      <Link to="/products/$productId" params={{ productId: String(productId) }} className={classes.link}>
        {name}
      </Link>
    );
  return name;
}
