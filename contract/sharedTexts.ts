/** Texts of several features; each says the same of the same fault. */

export const fieldTexts = {
  notStorable: 'Contains characters that cannot be stored.',
  tooLong: (most: number) => `At most ${most} characters.`,
  quantityInvalid: 'Enter a quantity above 0 with at most 3 decimals.',
  priceInvalid: 'Enter a price from 0 with at most 2 decimals.',
  numberTooLarge: (most: number) => `At most ${most.toLocaleString('en-IN')} can be kept.`,
  percentInvalid: 'Enter a percentage from 0 to 100 with at most 3 decimals.',
  materialRequired: 'Choose a raw material.',
  itemRequired: 'Choose a raw material or a product.',
  lotTwice: 'This lot appears twice.',
  fileTooLarge: 'The file is larger than 10 MB.',
  periodReversed: 'The period ends before it begins.',
} as const;

/** What refers to a record that is not there, or is deleted. */
export const unknownTexts = {
  supplier: 'This supplier does not exist.',
  buyer: 'This buyer does not exist.',
  category: 'This category does not exist.',
  product: 'This product does not exist.',
  rawMaterial: 'This raw material does not exist.',
  item: 'This raw material or product does not exist.',
  lot: 'This lot does not exist.',
} as const;
