/** A count that is stored on this device until its user resumes it; one for each user, written by one tab at a time. */
import { z } from 'zod';
import { SAVED_WORK } from '#web/core/api/deviceStorage.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { currentUser } from '#web/core/api/session.ts';
import { isInput } from '#web/core/form/useOpenedForm.ts';
import { countValues, filledLots, sheetLot, type CountValues, type SheetLot } from './countValues.ts';

const savedCount = z.object({
  savedAt: z.iso.datetime(),
  /** The tab that wrote it, or resumed it; a reload counts as another tab. */
  tab: z.string().optional(),
  values: countValues,
  /** The counted lots, with the ledger's quantities. */
  lots: z.array(sheetLot),
});
/** As on the wire: a lot's quantity in units, not read into thousandths. */
export type SavedCount = z.input<typeof savedCount>;

const keyOf = () => `${SAVED_WORK}count.${currentUser()?.userId ?? ''}`;

const tab = newIdempotencyKey();

function write(saved: SavedCount): void {
  localStorage.setItem(keyOf(), JSON.stringify(saved));
}

/** Undefined if there is none, or another version of Godown stored a different format. */
export function readSavedCount(): SavedCount | undefined {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? 'null');
    return isInput(savedCount, saved) ? saved : undefined;
  } catch {
    return undefined;
  }
}

/** A count that another tab saved, which this one must not overwrite. */
function savedElsewhere(): SavedCount | undefined {
  const saved = readSavedCount();
  return saved?.tab === tab ? undefined : saved;
}

/** Saves the count, or answers the one of another tab, which stays as it is. */
export function saveCount(values: CountValues, lots: readonly SheetLot[]): SavedCount | undefined {
  const elsewhere = savedElsewhere();
  if (!elsewhere) write({ savedAt: new Date().toISOString(), tab, values, lots: filledLots(values, lots) });
  return elsewhere;
}

/** Resumes another tab's count in this one; that tab offers it from now on. */
export function resumeSavedCount(saved: SavedCount): void {
  write({ ...saved, tab });
}

export function dropSavedCount(): void {
  localStorage.removeItem(keyOf());
}

/** Drops the count, or answers the one of another tab, which stays as it is. */
export function dropOwnSavedCount(): SavedCount | undefined {
  const elsewhere = savedElsewhere();
  if (!elsewhere) dropSavedCount();
  return elsewhere;
}

/** Calls `show` whenever another tab saves the count or drops it. Returns how to stop. */
export function watchSavedCount(show: (saved: SavedCount | undefined) => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === keyOf()) show(readSavedCount());
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
