/** A count that is kept on this device until somebody goes on with it; one for each user. */
import { z } from 'zod';
import { currentUser } from '#web/api/session.ts';
import { countDraft, countedLots, type CountValues, type SheetLot } from './countValues.ts';

const savedCount = z.object({
  savedAt: z.iso.datetime(),
  values: countDraft,
  /** What the ledger said of counted lots, by their ids. */
  ledger: z.record(z.string(), z.number()),
});
export type SavedCount = z.output<typeof savedCount>;

const keyOf = () => `godown.count.${currentUser()?.userId ?? ''}`;

export function saveCount(values: CountValues, lots: readonly SheetLot[]): void {
  const ledger = Object.fromEntries(countedLots(values, lots).map(({ lotId, onHandQty }) => [lotId, onHandQty]));
  const saved: SavedCount = { savedAt: new Date().toISOString(), values, ledger };
  localStorage.setItem(keyOf(), JSON.stringify(saved));
}

/** Undefined where there is none; another version of Godown may have kept something else. */
export function readSavedCount(): SavedCount | undefined {
  try {
    return savedCount.safeParse(JSON.parse(localStorage.getItem(keyOf()) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function dropSavedCount(): void {
  localStorage.removeItem(keyOf());
}
