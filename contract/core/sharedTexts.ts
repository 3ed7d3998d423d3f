/** Texts of several features; one text for one fault. */

export const fieldTexts = {
  notStorable: 'Contains characters that cannot be stored.',
  tooLong: (most: number) => `At most ${most} characters.`,
  quantityInvalid: 'Enter a quantity above 0 with at most 3 decimals.',
  priceInvalid: 'Enter a price from 0 with at most 2 decimals.',
  numberTooLarge: (most: number) => `At most ${most.toLocaleString('en-IN')} can be kept.`,
  percentInvalid: 'Enter a percentage from 0 to 100 with at most 3 decimals.',
  dateInvalid: 'Choose a valid date.',
  reasonRequired: 'Say why.',
  periodReversed: 'The period ends before it begins.',
} as const;

/** Description of an optional field in the body of a change. */
export const changeTexts = { keepsStored: 'Leave it out to keep the stored value.' } as const;

export const exportTexts = { failed: 'The spreadsheet could not be made. Please try again.' } as const;
