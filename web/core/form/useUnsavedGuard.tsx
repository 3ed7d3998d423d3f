import { Button } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { leavingTexts } from '#contract/core/drafts.ts';
import { ConfirmDialog } from '#web/core/ui/dialogs/ConfirmDialog.tsx';
import { Popup } from '#web/core/ui/dialogs/Popup.tsx';
import classes from './UnsavedGuard.module.css';
import { formSaves } from './useSaving.ts';

interface UnsavedGuard {
  /** Reports whether the form has unsaved changes, or is being saved. */
  setChanged: (changed: boolean) => void;
  /** Calls `then`; with unsaved changes only after confirmation, and while they are saved only after the answer. */
  leave: (then: () => void) => void;
  dialog: ReactNode;
}

/**
 * Confirmation before unsaved changes are lost: by a button, by navigation, or by closing the window. What is being saved
 * can't be discarded any more: leaving waits, and asks only where the save failed.
 */
export function useUnsavedGuard(onDiscard?: () => void): UnsavedGuard {
  const changed = useRef(false);
  const isSaving = useIsMutating({ mutationKey: formSaves }) > 0;
  const [waiting, setWaiting] = useState<() => void>();
  const [isLeft, setLeft] = useState(false);
  const blocker = useBlocker({
    // Paging, sorting and searching change the URL but keep the form.
    shouldBlockFn: ({ current, next }) => changed.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => changed.current,
    withResolver: true,
  });
  const isAsked = waiting !== undefined || blocker.status === 'blocked';

  const stay = () => {
    setWaiting(undefined);
    blocker.reset?.();
  };
  const go = () => {
    changed.current = false;
    setLeft(true);
    setWaiting(undefined);
    waiting?.();
    blocker.proceed?.();
  };
  const discard = () => {
    onDiscard?.();
    go();
  };
  const goOnceSaved = useEffectEvent(() => {
    if (isAsked && !changed.current) go();
  });
  useEffect(() => {
    if (!isSaving) goOnceSaved();
  }, [isSaving]);

  return {
    setChanged: (isChanged) => {
      changed.current = isChanged;
      if (isChanged) setLeft(false);
    },
    leave: (then) => {
      if (changed.current) setWaiting(() => then);
      else then();
    },
    dialog: (
      <>
        <ConfirmDialog
          opened={isAsked && !isSaving}
          question={leavingTexts.question}
          confirm={leavingTexts.discard}
          cancel={leavingTexts.keepEditing}
          danger
          returnFocus={!isLeft}
          onConfirm={discard}
          onCancel={stay}
        />
        <Popup opened={isAsked && isSaving} onClose={stay} title={leavingTexts.saving} size="sm" returnFocus={!isLeft}>
          <div className={classes.waits}>
            <p role="status">{leavingTexts.waits}</p>
            <Button variant="default" data-autofocus onClick={stay}>
              {leavingTexts.stay}
            </Button>
          </div>
        </Popup>
      </>
    ),
  };
}
