/** Texts of fields that refer to other records; several features use each. */

export const referenceTexts = {
  materialRequired: 'Choose a raw material.',
  itemRequired: 'Choose a raw material or a product.',
  lotTwice: 'This lot appears twice.',
} as const;

/** Refusals of references to missing or deleted records. */
export const unknownTexts = {
  supplier: 'This supplier does not exist.',
  buyer: 'This buyer does not exist.',
  category: 'This category does not exist.',
  product: 'This product does not exist.',
  rawMaterial: 'This raw material does not exist.',
  item: 'This raw material or product does not exist.',
  lot: 'This lot does not exist.',
} as const;
