/** Keeps a form on the device while it is typed, and offers what was kept when it opens again. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Draft } from '#web/core/api/draft.ts';
import {
  dropKeptForm,
  dropSavedForm,
  findKeptForm,
  keepForm,
  type FoundForm,
  type KeptForm,
  type KeptPlace,
} from '#web/core/api/keptForms.ts';
import { currentUser } from '#web/core/api/session.ts';

const TYPING_MS = 400;

/** Where a form is kept, and what can be done about one kept earlier. */
export interface FormKeeping {
  /** Undefined for a form that is not kept. */
  place?: KeptPlace;
  /** Another one that was kept before. */
  offer?: KeptOffer;
}

export interface KeptOffer {
  form: KeptForm;
  goOn: () => void;
  discard: () => void;
}

/** Keeps the draft from the first change on, a moment after the last key. `values` tells that something changed. */
export function useKeeping(place: KeptPlace | undefined, draft: Draft | undefined, values: object) {
  const [keptAt, setKeptAt] = useState<number>();
  const isSaved = useRef(false);
  const keep = useEffectEvent(() => {
    // Once the session is lost it is nobody's: the form is restored from the session's own draft.
    if (place === undefined || draft === undefined || isSaved.current || !currentUser()) return;
    // A device that keeps nothing, such as in a private window, must not disturb typing.
    keepForm(place, draft).then(setKeptAt, console.error);
  });
  const isChanged = draft !== undefined;
  useEffect(() => {
    if (!isChanged) return undefined;
    const timer = setTimeout(keep, TYPING_MS);
    const keepNow = () => keep();
    addEventListener('pagehide', keepNow);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keepNow);
    };
  }, [isChanged, values]);
  /** Drops what is kept, once it is saved. */
  const drop = () => {
    isSaved.current = true;
    if (place === undefined) return;
    dropKeptForm(place).catch(console.error);
    if (draft) dropSavedForm(place, draft.idempotencyKey).catch(console.error);
  };
  return { keptAt, drop };
}

/** Looks for a form that was kept under a name, each time that it opens. */
export function useKeptForm(
  name: string | undefined,
  opening: number,
): { found: KeptForm | undefined; drop: () => void } {
  const [found, setFound] = useState<FoundForm & { opening: number }>();
  useEffect(() => {
    if (name === undefined) return undefined;
    let isOpen = true;
    findKeptForm(name).then((kept) => {
      if (kept && isOpen) setFound({ ...kept, opening });
    }, console.error);
    return () => {
      isOpen = false;
    };
  }, [name, opening]);
  return {
    found: found?.opening === opening ? found.form : undefined,
    drop: () => {
      setFound(undefined);
      if (found) dropKeptForm(found.place).catch(console.error);
    },
  };
}
