import { z } from 'zod';

/** A chosen raw material or product, as forms keep it. */
export const itemChoice = z.object({
  itemId: z.int(),
  rawMaterialId: z.int().nullable(),
  productId: z.int().nullable(),
  itemName: z.string(),
  unit: z.string(),
});
export type ItemChoice = z.output<typeof itemChoice>;

type Product = Pick<ItemChoice, 'itemId' | 'productId' | 'unit'> & { name: string };

interface Material {
  itemId: number;
  rawMaterialId: number;
  rawMaterialName: string;
  unit: string;
}

export function chosenMaterial({ itemId, rawMaterialId, rawMaterialName: itemName, unit }: Material): ItemChoice {
  return { itemId, rawMaterialId, productId: null, itemName, unit };
}

export function chosenProduct({ itemId, productId, name: itemName, unit }: Product): ItemChoice {
  return { itemId, rawMaterialId: null, productId, itemName, unit };
}
