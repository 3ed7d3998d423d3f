import { use } from 'react';

/** Does something once the browser has time; not every browser says when. */
export const whenIdle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500));

/**
 * A part of a screen that is not needed to show it: fetched once the browser has time, so that it is there, even without
 * the network, when it is asked for. The hook that this answers waits for it only where it was asked for sooner.
 */
export function lazyWithPreload<Part>(load: () => Promise<Part>): () => Part {
  let loading: Promise<Part> | undefined;
  const fetched = () => {
    if (loading) return loading;
    const begun = load();
    loading = begun;
    begun.then(
      // React reads a promise that says so without waiting for it.
      (value) => Object.assign(begun, { status: 'fulfilled', value }),
      // Asked for once more, it is fetched once more.
      () => (loading = undefined),
    );
    return begun;
  };
  whenIdle(() => {
    fetched().catch(console.error);
  });
  // Each rendering must ask `use`, also when the part is there: React goes on with one that began when it was not.
  return () => use(fetched());
}
