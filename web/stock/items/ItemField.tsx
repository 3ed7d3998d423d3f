/** A field that looks up a raw material or a product, by one search. */
import type { ReactNode } from 'react';
import { itemEndpoints, type ItemRecord } from '#contract/stock/items/items.ts';
import type { CreatableKind } from '#contract/kinds.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import type { ItemChoice } from './itemChoice.ts';

/** An item comes with a raw material or with a product. */
const itemMasters = ['materials', 'products'] as const;

/** Whether an item is that of a raw material or product. */
function isItemOf({ rawMaterialId, productId }: ItemRecord, kind: CreatableKind, id: number): boolean {
  return (kind === 'products' ? productId : rawMaterialId) === id;
}

interface ItemFieldProps {
  label: string;
  item: ItemChoice | null;
  onChoose: (item: ItemChoice) => void;
  onBlur?: () => void;
  error?: string;
  classNames?: { label?: string };
  'data-autofocus'?: true;
  hint?: (row: ItemRecord) => ReactNode;
}

const kindOrUnit = (row: ItemRecord) => (row.kind === 'product' ? 'product' : row.unit);

export function ItemField({ item, onChoose, hint = kindOrUnit, ...input }: ItemFieldProps) {
  return (
    <LookupField
      {...input}
      required
      creates={itemMasters}
      isCreated={isItemOf}
      endpoint={itemEndpoints.list}
      sort="name"
      toChoice={(row: ItemRecord) => ({ value: row.itemId, label: row.name })}
      hint={hint}
      chosen={item && { value: item.itemId, label: item.itemName }}
      onChoose={({ itemId, rawMaterialId, productId, name, unit }) =>
        onChoose({ itemId, rawMaterialId, productId, itemName: name, unit })
      }
    />
  );
}
