/** The count that is stored on this device: offered on a new sheet, merged with what is typed there. */
import { useEffect, useState, type ReactNode } from 'react';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { whyOf } from '#web/core/api/client.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { dropSavedCount, readSavedCount, watchSavedCount, type SavedCount } from './savedCount.ts';
import { SavedCountNote } from './SavedCountNote.tsx';

export interface OfferedCount {
  /** Undefined if nothing is offered. */
  note: ReactNode;
  offer: (saved: SavedCount) => void;
}

/** The count that was saved for later, or is typed in another tab, until it is resumed or discarded. */
export function useSavedCount(
  isNew: boolean,
  isOffered: boolean,
  resume: (saved: SavedCount) => Promise<void>,
): OfferedCount {
  const [saved, setSaved] = useState(() => (isOffered ? readSavedCount() : undefined));
  useEffect(() => (isNew ? watchSavedCount(setSaved) : undefined), [isNew]);
  const note = saved && (
    <SavedCountNote
      saved={saved}
      onGoOn={() => {
        resume(saved).then(
          () => setSaved(undefined),
          (fault: unknown) => toastFailed(lotTexts.loadFailed, whyOf(fault)),
        );
      }}
      onDrop={() => {
        dropSavedCount();
        setSaved(undefined);
      }}
    />
  );
  return { note, offer: setSaved };
}
