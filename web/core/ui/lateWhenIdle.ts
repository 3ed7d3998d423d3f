import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './lazyWithPreload.ts';

/**
 * A part of a screen that is not missed at first sight: undefined until the browser was idle and has loaded it. Then it is
 * rendered in small pieces, since it may touch every row of a list.
 */
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
    startTransition(() => listeners.forEach((listener) => listener()));
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    if (part !== undefined) listener();
    else if (!isAwaited) {
      isAwaited = true;
      // One that failed is tried again by the next screen.
      whenIdle(() => void loadOnce().catch(console.error));
    }
    return () => listeners.delete(listener);
  };
  return function usePart() {
    const [late, setLate] = useState({ part });
    useEffect(() => {
      const unsubscribe = subscribe(() => setLate((earlier) => (earlier.part === part ? earlier : { part })));
      return () => void unsubscribe();
    }, []);
    return late.part;
  };
}
