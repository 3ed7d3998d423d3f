/** The words of stock: items, lots and movements (design §2). */

/** What moves stock, and whether it brings it in or takes it out. */
export const movementKinds = {
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
} as const;
export type MovementKind = keyof typeof movementKinds;

/** Where a lot came from. */
export const lotOrigins = ['opening', 'received', 'produced', 'found', 'returned'] as const;
export type LotOrigin = (typeof lotOrigins)[number];

export const lotStates = ['released', 'onHold', 'recalled'] as const;
export type LotState = (typeof lotStates)[number];

/** What an item is in a recipe: water and salt are left out of the organic percentage. */
export const itemParts = ['ingredient', 'water', 'salt', 'processingAid', 'packaging'] as const;
export type ItemPart = (typeof itemParts)[number];

/** The kinds of documents that move stock. */
export const documentKinds = ['inward', 'run'] as const;
export type DocumentKind = (typeof documentKinds)[number];
