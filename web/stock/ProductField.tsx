/** A product in a form, with what is in stock of it. */
import { formatQuantityWithUnit } from '#contract/format.ts';
import { itemEndpoints, type ItemRecord } from '#contract/items.ts';
import { LookupField } from '#web/lookup/LookupField.tsx';

interface ProductFieldProps {
  label: string;
  product: { itemId: number; itemName: string } | null;
  onChoose: (item: ItemRecord) => void;
  onBlur?: () => void;
  error?: string;
  required?: boolean;
  placeholder?: string;
  classNames?: { label?: string };
  'data-path'?: string;
  'data-autofocus'?: boolean;
}

export function ProductField({ product, ...input }: ProductFieldProps) {
  return (
    <LookupField
      placeholder="Type to search"
      {...input}
      creates="products"
      isMade={(row, _kind, id) => row.productId === id}
      endpoint={itemEndpoints.list}
      filters={onlyProducts}
      sort="name"
      toChoice={(row) => ({ value: row.itemId, label: row.name })}
      hint={(row) => formatQuantityWithUnit(row.onHandQty, row.unit)}
      chosen={product && { value: product.itemId, label: product.itemName }}
    />
  );
}

const onlyProducts = { kind: 'product' };
