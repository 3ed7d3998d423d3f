/** Refusals to delete lots that other documents moved. */

/** A lot that would hold less than what has already left it; thousandths. */
export interface Overdrawn {
  lotId: number;
  wentOut: number;
}

/** Thrown where a change would leave a lot with less than was taken from it. */
export class LotsInUseError extends Error {
  readonly lots: readonly Overdrawn[];

  constructor(lots: readonly Overdrawn[]) {
    super(`lots ${lots.map(({ lotId }) => lotId).join(', ')} are in use`);
    this.lots = lots;
  }
}
