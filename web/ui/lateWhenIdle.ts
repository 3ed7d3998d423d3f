import { useSyncExternalStore } from 'react';
import { whenIdle } from './lazyWithPreload.ts';

/** A part of a screen that is not missed at first sight: undefined until the browser was idle and has loaded it. */
export function lateWhenIdle<Part>(load: () => Promise<Part>): () => Part | undefined {
  let part: Part | undefined;
  let isAwaited = false;
  const listeners = new Set<() => void>();
  const loadOnce = async () => {
    try {
      part = await load();
    } finally {
      isAwaited = false;
    }
    listeners.forEach((listener) => listener());
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    if (part === undefined && !isAwaited) {
      isAwaited = true;
      // One that failed is tried again by the next screen.
      whenIdle(() => void loadOnce().catch(console.error));
    }
    return () => listeners.delete(listener);
  };
  return function usePart() {
    return useSyncExternalStore(subscribe, () => part);
  };
}
