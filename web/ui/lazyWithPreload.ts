import { use } from 'react';

/** A browser that is never idle does it all the same. */
const LATEST_MS = 3000;

/** Between tries for a part that was asked for: without a pause, a lost network is asked a hundred times a second. */
const RETRY_MS = 2000;

const firstScreen = Promise.withResolvers<void>();

/** Called by the frames of all screens. */
export function firstScreenIsShown(): void {
  firstScreen.resolve();
}

/** requestIdleCallback, with a fallback for Safari, once the first screen is shown: nothing else may slow that down. */
export function whenIdle(then: () => void): void {
  const wait = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(then, { timeout: LATEST_MS });
    else setTimeout(then, 500);
  };
  firstScreen.promise.then(wait, console.error);
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
    // A failed load is retried on the next call.
    begun.catch(() => (loading = undefined));
    return settling(begun);
  };
  let wanted: Promise<Part> | undefined;
  const loadPatiently = () => {
    wanted ??= settling(retried(loadOnce));
    return wanted;
  };
  // Calls use() even when loaded: React may resume a render that started before.
  return { loadOnce, usePart: () => use(loading && 'status' in loading ? loading : loadPatiently()) };
}

/** Marks a promise once it is fulfilled: React's use() reads one with this status synchronously. */
function settling<Part>(promise: Promise<Part>): Promise<Part> {
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }), console.error);
  return promise;
}

/** Tries until it succeeds: a part that was asked for comes when the network is there again. */
async function retried<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await new Promise((done) => setTimeout(done, RETRY_MS));
    return await retried(load);
  }
}

/**
 * Loads a part of a screen when it is first used: for what few people open. The returned hook suspends until then. What
 * opens it does so in a transition: otherwise React shows nothing for 300 ms, however fast the part is there.
 */
export function lazyPart<Part>(load: () => Promise<Part>): () => Part {
  return lazy(load).usePart;
}

/**
 * Lazy-loads a part of a screen and preloads it when the browser is idle: for what most people use next, such as a form, and
 * what must be there without a network. The returned hook suspends only until the part is loaded.
 */
export function lazyWithPreload<Part>(load: () => Promise<Part>): () => Part {
  const { loadOnce, usePart } = lazy(load);
  preloaded.push(loadOnce);
  whenIdle(() => void loadOnce());
  return usePart;
}

const preloaded: (() => Promise<unknown>)[] = [];

/** Loads a screen that shows such parts from the beginning, together with them. */
export function withParts<Screen>(load: () => Promise<Screen>): () => Promise<Screen> {
  return async () => {
    const screen = await load();
    await Promise.allSettled(preloaded.map((loadOnce) => loadOnce()));
    return screen;
  };
}
