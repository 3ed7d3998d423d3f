/**
 * Tests that go on in one page, as people do at one desk: with `test.use({ goesOn: true })` nothing is loaded anew between
 * them, which is a fifth of what a test costs. Typed, fetched and kept data of the test before are cleared all the same.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sessionKeys } from '#contract/core/accounts/signedIn.ts';
import type { Godown } from './godown.ts';
import { administrator, keptOf, openSession, type Person, signIn } from './people.ts';
import { field } from './screen.ts';

declare global {
  interface Window {
    /** The router of the screens; none before they are loaded. */
    __TSR_ROUTER__?: { state: { location: object; resolvedLocation?: object } };
  }
}

/** Longer than it takes until the screens listen to other tabs. */
const LEAVE_LIMIT_MS = 10_000;
/** For a screen whose data is held back: it is drawn without them. */
const DRAW_LIMIT_MS = 2000;

/**
 * Goes to another screen as its link does, also from a form with typed work, until it is drawn; a new page is loaded.
 * Where a save still leads elsewhere, that ends first; toasts go, as with a page that is loaded.
 */
export async function goOn(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path);
    return;
  }
  await page.evaluate(
    async ({ to, key, latest }) => {
      const { __TSR_ROUTER__: router } = window;
      const isDrawn = () => router?.state.location === router?.state.resolvedLocation;
      const drawn = async () => {
        const end = Date.now() + latest;
        do await new Promise((passed) => setTimeout(passed, 10));
        while (!isDrawn() && Date.now() < end);
      };
      await drawn();
      for (const close of document.querySelectorAll<HTMLElement>('[aria-live] [aria-label="Close"]')) close.click();
      // As the router writes it for a new entry.
      history.pushState({ __TSR_index: 0, __TSR_key: key, key }, '', to);
      await drawn();
    },
    { to: path, key: randomUUID(), latest: DRAW_LIMIT_MS },
  );
}

/** Signs out as another tab does, which empties the screens' memory; forgets what is kept on the device. */
async function leave(page: Page, token: string): Promise<void> {
  await page.evaluate(
    async ({ left, latest }) => {
      const channel = new BroadcastChannel('session');
      const end = Date.now() + latest;
      while (window.location.pathname !== '/login' && Date.now() < end) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin, its own.
        channel.postMessage({ left });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      channel.close();
    },
    { left: token, latest: LEAVE_LIMIT_MS },
  );
  await field(page, 'Email').waitFor();
  await page.evaluate(async () => {
    sessionStorage.clear();
    localStorage.clear();
    const opening = indexedDB.open('godown');
    opening.onupgradeneeded = () => opening.result.createObjectStore('kept-forms');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const emptied = opening.result.transaction('kept-forms', 'readwrite');
    emptied.objectStore('kept-forms').clear();
    await new Promise((resolve) => (emptied.oncomplete = resolve));
    opening.result.close();
  });
}

/** Signs in without the login screen, and opens a screen. */
export async function begin(page: Page, godown: Godown, path: string, person: Person = administrator): Promise<void> {
  const isThere = page.url().startsWith(godown.address);
  const token = isThere && (await page.evaluate((key) => sessionStorage.getItem(key), sessionKeys.token));
  if (!token) {
    await signIn(page, godown, person);
    await page.goto(path);
    return;
  }
  const [opened] = await Promise.all([openSession(godown, person), leave(page, token)]);
  await page.evaluate((kept) => {
    for (const [key, value] of kept) sessionStorage.setItem(key, value);
  }, keptOf(opened));
  await goOn(page, path);
}
