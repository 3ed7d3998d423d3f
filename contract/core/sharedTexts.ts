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

/** The foot of printed pages. */
export const paperTexts = {
  printed: (at: string, by: string) => `Printed ${at}${by === '' ? '' : ` by ${by}`}`,
} as const;

export const exportTexts = {
  failed: 'The spreadsheet could not be made. Please try again.',
  /** Below all rows, left of their sums. */
  total: 'Total',
  search: 'Search',
  /** The words for a range, of which an end may be open; none where both are. */
  range: (from: string | undefined, to: string | undefined) => {
    if (from !== undefined && to !== undefined) return `${from} to ${to}`;
    return from === undefined ? (to === undefined ? '' : `up to ${to}`) : `from ${from}`;
  },
  /** The last page. */
  about: {
    page: 'About',
    headings: ['About', 'This spreadsheet'],
    list: 'List',
    company: 'Company',
    exported: 'Exported',
    by: 'By',
    narrowing: 'Filters',
    all: 'none: all rows',
    selected: 'selected by hand',
    subject: 'Subject',
    rows: 'Rows',
  },
} as const;
