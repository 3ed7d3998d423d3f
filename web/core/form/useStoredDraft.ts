/** Stores the draft of a form on the device while it is typed, and offers it when the form opens again. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Draft } from '#web/core/api/draft.ts';
import {
  deleteDraft,
  deleteSavedDrafts,
  findNewestDraft,
  storeDraft,
  type DraftEntry,
  type StoredDraft,
  type DraftPlace,
} from '#web/core/api/storedDrafts.ts';
import { currentUser } from '#web/core/api/session.ts';

const TYPING_MS = 400;

/** Where the draft of a form is stored, and the offer of an earlier one. */
export interface FormDrafts {
  /** Undefined for a form without stored drafts. */
  place?: DraftPlace;
  offer?: DraftOffer;
}

export interface DraftOffer {
  draft: StoredDraft;
  goOn: () => void;
  discard: () => void;
}

/**
 * Stores the draft from the first change on, a moment after the last key. A change of `values` stores it again; once they
 * are as they were, there is nothing to keep.
 */
export function useStoringDraft(place: DraftPlace | undefined, draft: Draft | undefined, values: object) {
  const [storedAt, setStoredAt] = useState<number>();
  const isSaved = useRef(false);
  const store = useEffectEvent(() => {
    // Once the session is lost it is nobody's: the form is restored from the session's own draft.
    if (place === undefined || draft === undefined || isSaved.current || !currentUser()) return;
    // A device without storage, such as in a private window, must not disturb typing.
    storeDraft(place, draft).then(setStoredAt, console.error);
  });
  const isChanged = draft !== undefined;
  useEffect(() => {
    if (!isChanged) return undefined;
    const timer = setTimeout(store, TYPING_MS);
    const storeNow = () => store();
    addEventListener('pagehide', storeNow);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', storeNow);
    };
  }, [isChanged, values]);
  const forget = useEffectEvent(() => {
    setStoredAt(undefined);
    if (place !== undefined) deleteDraft(place).catch(console.error);
  });
  useEffect(() => {
    if (!isChanged && storedAt !== undefined) forget();
  }, [isChanged, storedAt]);
  /** Deletes the draft, once it is saved. */
  const drop = () => {
    isSaved.current = true;
    if (place === undefined) return;
    deleteDraft(place).catch(console.error);
    if (draft) deleteSavedDrafts(place, draft.idempotencyKey).catch(console.error);
  };
  return { storedAt, drop };
}

/** The newest draft under a name, looked up each time that the form opens. */
export function useDraftOffer(
  name: string | undefined,
  opening: number,
): { draft: StoredDraft | undefined; drop: () => void } {
  const [entry, setEntry] = useState<DraftEntry & { opening: number }>();
  useEffect(() => {
    if (name === undefined) return undefined;
    let isOpen = true;
    findNewestDraft(name).then((newest) => {
      if (newest && isOpen) setEntry({ ...newest, opening });
    }, console.error);
    return () => {
      isOpen = false;
    };
  }, [name, opening]);
  return {
    draft: entry?.opening === opening ? entry.form : undefined,
    drop: () => {
      setEntry(undefined);
      if (entry) deleteDraft(entry.place).catch(console.error);
    },
  };
}
