/** Refusals to delete lots that other documents moved. */

/** A lot whose new quantity is below the quantity that has left it; thousandths. */
interface Overdrawn {
  lotId: number;
  outQty: number;
}

/** Thrown if a change would leave a lot with less than was consumed from it. */
export class LotsInUseError extends Error {
  readonly lots: readonly Overdrawn[];

  constructor(lots: readonly Overdrawn[]) {
    super(`lots ${lots.map(({ lotId }) => lotId).join(', ')} are in use`);
    this.lots = lots;
  }
}
