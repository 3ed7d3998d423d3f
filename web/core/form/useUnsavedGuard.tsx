import { useBlocker } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog } from '#web/core/ui/dialogs/ConfirmDialog.tsx';

interface UnsavedGuard {
  /** Reports whether the form has unsaved changes. */
  setChanged: (changed: boolean) => void;
  /** Calls `then`; with unsaved changes only after confirmation. */
  leave: (then: () => void) => void;
  dialog: ReactNode;
}

/** Confirmation before unsaved changes are lost: by a button, by navigation, or by closing the window. */
export function useUnsavedGuard(onDiscard?: () => void): UnsavedGuard {
  const changed = useRef(false);
  const [waiting, setWaiting] = useState<() => void>();
  const [isDiscarded, setDiscarded] = useState(false);
  const blocker = useBlocker({
    // Paging, sorting and searching change the URL but keep the form.
    shouldBlockFn: ({ current, next }) => changed.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => changed.current,
    withResolver: true,
  });

  const stay = () => {
    setWaiting(undefined);
    blocker.reset?.();
  };
  const discard = () => {
    changed.current = false;
    onDiscard?.();
    setDiscarded(true);
    setWaiting(undefined);
    waiting?.();
    blocker.proceed?.();
  };

  return {
    setChanged: (isChanged) => {
      changed.current = isChanged;
      if (isChanged) setDiscarded(false);
    },
    leave: (then) => {
      if (changed.current) setWaiting(() => then);
      else then();
    },
    dialog: (
      <ConfirmDialog
        opened={waiting !== undefined || blocker.status === 'blocked'}
        question="Leave without saving what you typed?"
        confirm="Discard"
        cancel="Keep editing"
        danger
        returnFocus={!isDiscarded}
        onConfirm={discard}
        onCancel={stay}
      />
    ),
  };
}
