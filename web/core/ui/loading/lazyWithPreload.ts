import { startTransition, use } from 'react';
import { errorTexts } from '#contract/core/errors.ts';
import { toastFailed } from '../toast.tsx';

/** A browser that is never idle does it all the same. */
const LATEST_MS = 3000;

/** Between tries for a requested part: without a pause there are a hundred requests a second without a network. */
const RETRY_MS = 2000;

/** Between looks at whether a screen waits for data. */
const POLL_INTERVAL_MS = 20;

/** Time until a drawn screen is visible, longer on a busy machine. */
const PAINT_MS = 100;

/** A screen that waits longer is no reason to wait with what is loaded ahead. */
const WAIT_MS = 1000;

const firstScreen = Promise.withResolvers<void>();

/** Called by the frames of all screens; the screen is shown once none of its places waits for data. */
export function firstScreenIsShown(): void {
  const frame = performance.now();
  const look = () => {
    const isLate = performance.now() - frame > WAIT_MS;
    const isDrawn = document.querySelector('h1') && !document.querySelector('[aria-busy=true]');
    if (isDrawn || isLate) setTimeout(firstScreen.resolve, PAINT_MS);
    else setTimeout(look, POLL_INTERVAL_MS);
  };
  look();
}

/** Loads a part once the first screen is shown: for parts of a list that are not missed at first sight. */
export async function afterFirstScreen<Part>(load: () => Promise<Part>): Promise<Part> {
  await firstScreen.promise;
  return await load();
}

/** requestIdleCallback, with a fallback for Safari, once the first screen is shown: nothing else may slow that down. */
export function whenIdle(then: () => void): void {
  const wait = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(then, { timeout: LATEST_MS });
    else setTimeout(then, 500);
  };
  firstScreen.promise.then(wait, console.error);
}

/** The hook of a part, and whether the part is loaded. */
export interface UsePart<Part> {
  (): Part;
  isLoaded: () => boolean;
}

interface LazyPart<Part> {
  loadOnce: () => Promise<Part>;
  usePart: UsePart<Part>;
}

function lazy<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let loading: Promise<Part> | undefined;
  let isLoaded = false;
  const loadOnce = () => {
    if (loading) return loading;
    const started = load();
    loading = started;
    // A failed load is retried on the next call.
    started.then(
      () => (isLoaded = true),
      () => (loading = undefined),
    );
    return settling(started);
  };
  let requested: Promise<Part> | undefined;
  const loadPatiently = () => {
    requested ??= settling(retried(loadOnce));
    return requested;
  };
  // Calls use() even when loaded: React may resume a render that started before.
  const usePart = () => use(loading && 'status' in loading ? loading : loadPatiently());
  return { loadOnce, usePart: Object.assign(usePart, { isLoaded: () => isLoaded }) };
}

/**
 * Opens what shows a part. Without a transition React shows nothing for 300 ms where the part is still to be loaded; with
 * one, keys that are typed at once would miss a part that is loaded.
 */
export function openPart({ isLoaded }: Pick<UsePart<unknown>, 'isLoaded'>, open: () => void): void {
  if (isLoaded()) open();
  else startTransition(open);
}

/** Marks a promise once it is fulfilled: React's use() reads one with this status synchronously. */
function settling<Part>(promise: Promise<Part>): Promise<Part> {
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }), console.error);
  return promise;
}

/** Tries until it succeeds: a requested part comes when the network is back. */
async function retried<Part>(load: () => Promise<Part>, isSecond = false): Promise<Part> {
  try {
    return await load();
  } catch {
    if (isSecond) await offerReload();
    await new Promise((done) => setTimeout(done, RETRY_MS));
    return await retried(load, true);
  }
}

let isReloadOffered = false;

/**
 * Offers to load the page again if the server answers all the same: some browsers ask only once for a file, and those of a
 * newer version have other names. Drafts are stored on the device.
 */
async function offerReload(): Promise<void> {
  const own = new Request(import.meta.url, { method: 'HEAD', cache: 'no-store' });
  const isAnswered = await fetch(own).then(
    () => true,
    () => false,
  );
  if (!isAnswered || isReloadOffered) return;
  isReloadOffered = true;
  toastFailed(errorTexts.partMissing, {}, { label: errorTexts.reload, onClick: () => window.location.reload() });
}

/** Loads a part of a screen when it is first used: for what few people open. The returned hook suspends until then (openPart). */
export function lazyPart<Part>(load: () => Promise<Part>): UsePart<Part> {
  return lazy(load).usePart;
}

/**
 * Lazy-loads a part of a screen and preloads it when the browser is idle: for what most people use next, such as a form, and
 * what must be there without a network. The returned hook suspends only until the part is loaded.
 */
export function lazyWithPreload<Part>(load: () => Promise<Part>): UsePart<Part> {
  const { loadOnce, usePart } = lazy(load);
  preloaded.push({ loadOnce, isLoaded: usePart.isLoaded });
  whenIdle(() => void loadOnce());
  return usePart;
}

const preloaded: { loadOnce: () => Promise<unknown>; isLoaded: () => boolean }[] = [];

/** All parts that are preloaded, for openPart: where it isn't known which of them is shown. */
export const preloadedParts = { isLoaded: () => preloaded.every(({ isLoaded }) => isLoaded()) };
