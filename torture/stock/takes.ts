/** Quantities that the model's documents take from its lots. */

export interface Take {
  /** The number of the lot, in the order in which lots were opened. */
  lot: number;
  quantity: number;
}

export const isIn = (takes: readonly Take[], { lot, quantity }: Take) =>
  takes.some((take) => take.lot === lot && take.quantity === quantity);

/** Quantity taken from a lot. */
export const sumFrom = (takes: readonly Take[], lot: number) =>
  takes.reduce((sum, take) => sum + (take.lot === lot ? take.quantity : 0), 0);

/** A change that the product must refuse. */
export class Refused extends Error {}
