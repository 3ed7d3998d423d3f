/**
 * `test` for every spec: a server per file (`godown`), which is the base URL, and no console error except those announced
 * with `browserErrors.expect(/…/)`. The files of a worker have the same address and share a browser context, for its HTTP
 * cache; each test gets a new page and empty storage, unless the tests of a file go on in one page (desk.ts).
 */
import {
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  test as base,
  type WebError,
} from '@playwright/test';
import { freePort } from '#test/freePort.ts';
import type { Godown } from './godown.ts';
import { Servers } from './servers.ts';

interface BrowserErrors {
  /** Allows matching errors; Chromium logs one for every response from 400 on. */
  expect(pattern: RegExp): void;
}

interface SharedWindow {
  context: BrowserContext;
  /** A page that stays open: clears the storage after each test. */
  keeper: Page;
  /** The file whose tests are run in it. */
  file?: string;
  /** The page in which they go on. */
  desk?: Page;
}

interface TestFixtures {
  godown: Godown;
  /** Gives the test a browser context of its own, such as to set the clock or count fetches. */
  isAlone: boolean;
  /** The tests of a file go on in one page: they begin with `begin` of desk.ts, which empties it. */
  goesOn: boolean;
  browserErrors: BrowserErrors;
}

interface WorkerFixtures {
  servers: Servers;
  serverOf: (file: string) => Promise<Godown>;
  windowOf: (godown: Godown, contextOptions: BrowserContextOptions) => Promise<SharedWindow>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  servers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const servers = new Servers();
      await use(servers);
      await servers.end();
    },
    { scope: 'worker' },
  ],

  serverOf: [
    async ({ servers }, use) => {
      const port = await freePort();
      let current: { file: string; godown: Godown } | undefined;
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.godown.stop();
          current = undefined;
          current = { file, godown: await servers.start({ port }) };
        }
        return current.godown;
      });
      await current?.godown.stop();
    },
    { scope: 'worker' },
  ],

  windowOf: [
    async ({ browser }, use) => {
      let current: { asked: string; shared: SharedWindow } | undefined;
      await use(async ({ address }, contextOptions) => {
        const asked = JSON.stringify(contextOptions);
        if (current?.asked !== asked) {
          await current?.shared.context.close();
          current = undefined;
          const context = await browser.newContext();
          const keeper = await context.newPage();
          await keeper.goto(`${address}/api/health`);
          current = { asked, shared: { context, keeper } };
        }
        return current.shared;
      });
      await current?.shared.context.close();
    },
    { scope: 'worker' },
  ],

  isAlone: [false, { option: true }],

  goesOn: [false, { option: true }],

  context: async ({ browser, windowOf, godown, contextOptions, isAlone, goesOn }, use, { file }) => {
    if (isAlone) {
      const own = await browser.newContext();
      await use(own);
      await own.close();
      return;
    }
    const shared = await windowOf(godown, contextOptions);
    if (shared.file !== file) await empty(shared);
    shared.file = file;
    await use(shared.context);
    if (goesOn) await closeOthers(shared);
    else await empty(shared);
  },

  page: async ({ context, windowOf, godown, contextOptions, goesOn, viewport }, use) => {
    if (!goesOn) {
      await use(await context.newPage());
      return;
    }
    const shared = await windowOf(godown, contextOptions);
    shared.desk ??= await context.newPage();
    await use(shared.desk);
    await shared.desk.unrouteAll({ behavior: 'ignoreErrors' });
    if (viewport) await shared.desk.setViewportSize(viewport);
  },

  godown: async ({ serverOf }, use, testInfo) => {
    await use(await serverOf(testInfo.file));
  },

  baseURL: async ({ godown }, use) => {
    await use(godown.address);
  },

  browserErrors: [
    async ({ context }, use, testInfo) => {
      const expected: RegExp[] = [];
      const seen: string[] = [];
      const hear = (message: ConsoleMessage) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
      };
      const hearFault = (fault: WebError) => seen.push(String(fault.error()));
      context.on('console', hear);
      context.on('weberror', hearFault);
      await use({ expect: (pattern) => expected.push(pattern) });
      if (testInfo.errors.length > 0) await testInfo.attach('seen', { body: await shownFaults(context, seen) });
      context.off('console', hear);
      context.off('weberror', hearFault);
      const unexpected = seen.filter((text) => !expected.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`Errors in the browser:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

/** Closes the pages that a test opened beside the one that goes on. */
async function closeOthers({ context, keeper, desk }: SharedWindow): Promise<void> {
  for (const page of context.pages()) if (page !== keeper && page !== desk) await page.close();
}

/** As a browser that was never used, but for its HTTP cache. */
async function empty(shared: SharedWindow): Promise<void> {
  delete shared.desk;
  await closeOthers(shared);
  await shared.context.clearCookies();
  await shared.keeper.evaluate(() => {
    localStorage.clear();
    // Forms that a test left unsaved.
    indexedDB.deleteDatabase('godown');
  });
}

/**
 * Describes a failure for readers without its picture: alerts and invalid fields on the screen, errors of the console.
 */
async function shownFaults(context: BrowserContext, errors: readonly string[]): Promise<string> {
  const shown = context.pages().map((page) => page.locator('[role=alert], [aria-invalid=true]').evaluateAll(textsOf));
  return [...(await Promise.all(shown)).flat(), ...errors].join('\n');
}

const textsOf = (elements: Element[]) =>
  elements.map((element) => element.textContent || `invalid: ${element.getAttribute('data-path')}`);

/** `test.use(withMotion)`: the screens fade and slide, as for those who have not asked for less. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export { expect } from '@playwright/test';
