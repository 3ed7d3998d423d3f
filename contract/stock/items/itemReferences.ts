/** A raw material or a product in a body or an answer: exactly one of two ids. */
import { z } from 'zod';
import { areValid } from '../../core/betweenFields.ts';
import { reference } from '../../core/fields.ts';

const optional = (message: string) =>
  reference(message)
    .nullish()
    .transform((id) => id ?? null);

/** The two ids of a body; `namesOneItem` refines it. */
export function itemReference(message: string) {
  return { rawMaterialId: optional(message), productId: optional(message) };
}

/** Whether exactly one of the ids is given. */
export function namesOneItem({ rawMaterialId, productId }: { rawMaterialId: number | null; productId: number | null }) {
  return (rawMaterialId === null) !== (productId === null);
}

/** Requires a line to name exactly one item, and reports it beside the other faults of the line. */
export const oneItem = (message: string) => ({
  error: message,
  path: ['rawMaterialId'],
  when: areValid('rawMaterialId', 'productId'),
});

/** The item of a line in an answer, with its name and unit. */
export const itemAnswer = {
  itemId: z.int(),
  rawMaterialId: z.int().nullable(),
  productId: z.int().nullable(),
  itemName: z.string(),
  unit: z.string(),
};
