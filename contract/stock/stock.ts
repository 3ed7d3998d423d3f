/** The words of stock: items, lots and movements (docs/domain.md, Movements). */

/** Kinds of movements. */
export const movementKinds = [
  'opening',
  'received',
  'produced',
  'returnedByBuyer',
  'found',
  'consumed',
  'dispatched',
  'returnedToSupplier',
  'wasted',
  'lost',
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Whether a kind brings stock in or takes it out. */
export const movementDirections: Readonly<Record<MovementKind, 'in' | 'out'>> = {
  opening: 'in',
  received: 'in',
  produced: 'in',
  returnedByBuyer: 'in',
  found: 'in',
  consumed: 'out',
  dispatched: 'out',
  returnedToSupplier: 'out',
  wasted: 'out',
  lost: 'out',
};

export const quantityTexts = { tooLarge: 'The stock would be larger than what can be kept.' } as const;

/** Where a lot came from. */
export const lotOrigins = ['opening', 'received', 'produced', 'found', 'returned'] as const;
export type LotOrigin = (typeof lotOrigins)[number];

export const lotStates = ['released', 'onHold', 'recalled'] as const;
export type LotState = (typeof lotStates)[number];

/** Claims that a lot can have. */
export const claims = ['organic', 'inConversion', 'madeWithOrganic', 'conventional'] as const;
export type Claim = (typeof claims)[number];

/** Parts of a recipe: the organic percentage leaves out water and salt. */
export const itemParts = ['ingredient', 'water', 'salt', 'processingAid', 'packaging'] as const;
export type ItemPart = (typeof itemParts)[number];
