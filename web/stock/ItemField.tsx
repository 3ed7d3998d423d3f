/** A field that looks up a raw material or a product, by one search. */
import { z } from 'zod';
import { itemEndpoints, type ItemRecord } from '#contract/items.ts';
import { LookupField } from '#web/list/LookupField.tsx';

export const itemChoice = z.object({
  itemId: z.int(),
  rawMaterialId: z.int().nullable(),
  productId: z.int().nullable(),
  itemName: z.string(),
  unit: z.string(),
});
export type ItemChoice = z.output<typeof itemChoice>;

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
