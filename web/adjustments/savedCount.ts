/** A count that is kept on this device until somebody goes on with it; one for each user. */
import { z } from 'zod';
import { SAVED_WORK } from '#web/api/deviceStorage.ts';
import { currentUser } from '#web/api/session.ts';
import { isInput } from '#web/form/useOpenedForm.ts';
import { countDraft, filledLots, sheetLot, type CountValues, type SheetLot } from './countValues.ts';

const savedCount = z.object({
  savedAt: z.iso.datetime(),
  values: countDraft,
  /** The counted lots, with what the ledger said of them. */
  lots: z.array(sheetLot),
});
/** As on the wire: a lot's quantity in units, not read into thousandths. */
export type SavedCount = z.input<typeof savedCount>;

const keyOf = () => `${SAVED_WORK}count.${currentUser()?.userId ?? ''}`;

export function saveCount(values: CountValues, lots: readonly SheetLot[]): void {
  const saved: SavedCount = { savedAt: new Date().toISOString(), values, lots: filledLots(values, lots) };
  localStorage.setItem(keyOf(), JSON.stringify(saved));
}

/** Undefined where there is none; another version of Godown may have kept something else. */
export function readSavedCount(): SavedCount | undefined {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? 'null');
    return isInput(savedCount, saved) ? saved : undefined;
  } catch {
    return undefined;
  }
}

export function dropSavedCount(): void {
  localStorage.removeItem(keyOf());
}
