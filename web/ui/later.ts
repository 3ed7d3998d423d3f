import { use } from 'react';

/** Does something once the browser has time; not every browser says when. */
export const whenIdle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500));

/**
 * A part of a screen that is not needed to show it: fetched once the browser has time, so that it is there, even without
 * the network, when it is asked for. The hook that this answers waits for it only where it was asked for sooner.
 */
export function later<Part>(load: () => Promise<Part>): () => Part {
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;
  const fetched = () => {
    loading ??= load().then(
      (loaded) => (part = loaded),
      (fault: unknown) => {
        // Asked for once more, it is fetched once more.
        loading = undefined;
        throw fault;
      },
    );
    return loading;
  };
  whenIdle(() => {
    fetched().catch(console.error);
  });
  return () => part ?? use(fetched());
}
