/** A field that looks up a raw material or a product, by one search. */
import { z } from 'zod';
import { itemEndpoints, type ItemRecord } from '#contract/stock/items/items.ts';
import type { MasterKind } from '#contract/kinds.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';

export const itemChoice = z.object({
  itemId: z.int(),
  rawMaterialId: z.int().nullable(),
  productId: z.int().nullable(),
  itemName: z.string(),
  unit: z.string(),
});
export type ItemChoice = z.output<typeof itemChoice>;

/** An item comes with a raw material or with a product. */
export const itemMasters = ['materials', 'products'] as const;

/** Whether an item is that of a raw material or product. */
export function isItemOf({ rawMaterialId, productId }: ItemRecord, kind: MasterKind, id: number): boolean {
  return (kind === 'products' ? productId : rawMaterialId) === id;
}

interface ItemFieldProps {
  label: string;
  item: ItemChoice | null;
  onChoose: (item: ItemChoice) => void;
  onBlur?: () => void;
  error?: string;
  classNames?: { label?: string };
}

export function ItemField({ item, onChoose, ...input }: ItemFieldProps) {
  return (
    <LookupField
      {...input}
      required
      placeholder="Type to search"
      creates={itemMasters}
      isCreated={isItemOf}
      endpoint={itemEndpoints.list}
      sort="name"
      toChoice={(row: ItemRecord) => ({ value: row.itemId, label: row.name })}
      hint={(row) => (row.kind === 'product' ? 'product' : row.unit)}
      chosen={item && { value: item.itemId, label: item.itemName }}
      onChoose={({ itemId, rawMaterialId, productId, name, unit }) =>
        onChoose({ itemId, rawMaterialId, productId, itemName: name, unit })
      }
    />
  );
}
