/** Returns of dispatches by buyers, in the plain model of stock. */
import { Refused, sumFrom, type Take } from './takes.ts';

/** A buyer's return of a dispatch: a lot of its own. */
interface ModelReturn {
  dispatch: string;
  from: number;
  lot: number;
  quantity: number;
  day: number;
}

/** Returns by the adjustment's id. */
export class Returns extends Map<number, ModelReturn> {
  /** The day of each dispatch. */
  readonly sentOn = new Map<string, number>();

  copy(): Returns {
    const copy = new Returns(this);
    for (const [dispatch, day] of this.sentOn) copy.sentOn.set(dispatch, day);
    return copy;
  }

  of(dispatch: string): ModelReturn[] {
    return [...this.values()].filter((each) => each.dispatch === dispatch);
  }

  /** How much of a lot came back of a dispatch. */
  quantityOf(dispatch: string, lot: number): number {
    return this.of(dispatch).reduce((sum, { from, quantity }) => sum + (from === lot ? quantity : 0), 0);
  }

  /** Gives a dispatch a day, where it still sends what came back of it, and no later than that. */
  send(dispatch: string, takes: readonly Take[], day: number): void {
    for (const { from, day: back } of this.of(dispatch)) {
      if (back < day || sumFrom(takes, from) < this.quantityOf(dispatch, from)) throw new Refused();
    }
    this.sentOn.set(dispatch, day);
  }

  /** Refuses a return before its dispatch, and of more than was `sent` and is still with the buyer. */
  check({ dispatch, from, quantity, day }: Omit<ModelReturn, 'lot'>, sent: number, id?: number): void {
    const own = this.get(id ?? 0)?.quantity ?? 0;
    if (day < (this.sentOn.get(dispatch) ?? 0)) throw new Refused();
    if (quantity > sent - this.quantityOf(dispatch, from) + own) throw new Refused();
  }
}
