import { useState } from 'react';
import type { ImportKind } from '#contract/kinds.ts';
import { useDraftOffer } from '#web/core/form/useStoredDraft.ts';
import { sheetOfDraft } from './sheetText.ts';
import { draftName } from './useSavedSheet.ts';

/** The stored sheet of a kind: offered once, at each beginning. */
export function useStoredSheet(kind: ImportKind) {
  const [{ number, isAnswered }, setBeginning] = useState({ number: 0, isAnswered: false });
  const { draft, drop } = useDraftOffer(draftName(kind), number);
  const sheet = draft && !isAnswered ? sheetOfDraft(draft) : undefined;
  return {
    offer: draft && sheet && { draft, sheet },
    offerAgain: () => setBeginning({ number: number + 1, isAnswered: false }),
    discard: drop,
    resume: () => {
      drop();
      setBeginning({ number, isAnswered: true });
    },
  };
}
