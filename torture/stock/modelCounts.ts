/** The counts of the model. */
import { sumFrom, type Take } from './takes.ts';

interface Counted {
  readonly counts: ReadonlyMap<number, { lot: number }>;
  readonly surplus: ReadonlyMap<number, Take>;
  readonly departures: ReadonlyMap<string, readonly Take[]>;
}

/** Surplus of a count; a deficit is below 0. */
export function changeBy({ counts, surplus, departures }: Counted, id: number): number {
  const taken = departures.get(`count ${id}`) ?? [];
  return (surplus.get(id)?.quantity ?? 0) - sumFrom(taken, counts.get(id)?.lot ?? 0);
}

/** Whether the lot of a count was counted later: all are of one day, so by one that was recorded after it. */
export function isCountedLater({ counts }: Counted, id: number): boolean {
  const recorded = [...counts];
  const after = recorded.slice(recorded.findIndex(([other]) => other === id) + 1);
  return after.some(([, { lot }]) => lot === counts.get(id)?.lot);
}
