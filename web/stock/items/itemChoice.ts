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
