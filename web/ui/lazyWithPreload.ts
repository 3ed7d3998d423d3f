import { use } from 'react';

/** A browser that is never idle does it all the same. */
const LATEST_MS = 3000;

/** requestIdleCallback, with a fallback for Safari. */
export function whenIdle(then: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(then, { timeout: LATEST_MS });
  else setTimeout(then, 500);
}

interface LazyPart<Part> {
  loadOnce: () => Promise<Part>;
  usePart: () => Part;
}

function lazy<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let loading: Promise<Part> | undefined;
  const loadOnce = () => {
    if (loading) return loading;
    const begun = load();
    loading = begun;
    begun.then(
      // React's use() reads a promise with this status synchronously.
      (value) => Object.assign(begun, { status: 'fulfilled', value }),
      // A failed load is retried on the next call.
      () => (loading = undefined),
    );
    return begun;
  };
  // Calls use() even when loaded: React may resume a render that started before.
  return { loadOnce, usePart: () => use(loadOnce()) };
}

/** Loads a part of a screen when it is first used: for what few people open. The returned hook suspends until then. */
export function lazyPart<Part>(load: () => Promise<Part>): () => Part {
  return lazy(load).usePart;
}

/**
 * Lazy-loads a part of a screen and preloads it when the browser is idle: for what most people use next, such as a form, and
 * what must be there without a network. The returned hook suspends only until the part is loaded.
 */
export function lazyWithPreload<Part>(load: () => Promise<Part>): () => Part {
  const { loadOnce, usePart } = lazy(load);
  whenIdle(() => {
    loadOnce().catch(console.error);
  });
  return usePart;
}
