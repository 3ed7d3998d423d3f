/**
 * `test` for every spec: a server of its own for each file (`godown`), addresses relative to it, and no error on the
 * browser's console that the test has not announced with `browserErrors.expect(/…/)`. The tests of a file have one window,
 * in which each finds a new tab, nothing kept, and the program's files already fetched: what people have, and less work.
 */
import { type BrowserContext, type ConsoleMessage, type Page, test as base, type WebError } from '@playwright/test';
import { type Godown, startGodown } from './godown.ts';

export interface BrowserErrors {
  /** Lets errors that match pass; Chromium logs one for every answer from 400 on. */
  expect(pattern: RegExp): void;
}

/** What the tests of a file share. */
interface SharedWindow {
  context: BrowserContext;
  /** A tab that stays, in which nothing is shown: what the tests leave with the browser is cleared from here. */
  keeper: Page;
}

interface TestFixtures {
  godown: Godown;
  /** Whether the test has a window of its own: one that sets the clock, or that counts what is fetched. */
  isAlone: boolean;
  browserErrors: BrowserErrors;
}

interface WorkerFixtures {
  /** Environment of the server beyond the usual: `test.use({ serverEnv: { DATABASE_URL } })` at the top of a file. */
  serverEnv: Record<string, string>;
  serverOf: (file: string) => Promise<Godown>;
  windowOf: (godown: Godown) => Promise<SharedWindow>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverEnv: [{}, { option: true, scope: 'worker' }],

  serverOf: [
    async ({ serverEnv }, use) => {
      let current: { file: string; godown: Godown } | undefined;
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.godown.stop();
          current = undefined;
          current = { file, godown: await startGodown(serverEnv) };
        }
        return current.godown;
      });
      await current?.godown.stop();
    },
    { scope: 'worker' },
  ],

  windowOf: [
    async ({ browser }, use) => {
      let current: { address: string; shared: SharedWindow } | undefined;
      await use(async ({ address }) => {
        if (current?.address !== address) {
          await current?.shared.context.close();
          current = undefined;
          const context = await browser.newContext();
          const keeper = await context.newPage();
          await keeper.goto(`${address}/api/health`);
          current = { address, shared: { context, keeper } };
        }
        return current.shared;
      });
      await current?.shared.context.close();
    },
    { scope: 'worker' },
  ],

  isAlone: [false, { option: true }],

  context: async ({ browser, windowOf, godown, isAlone }, use) => {
    if (isAlone) {
      const own = await browser.newContext();
      await use(own);
      await own.close();
      return;
    }
    const { context, keeper } = await windowOf(godown);
    await use(context);
    for (const page of context.pages()) if (page !== keeper) await page.close();
    await context.clearCookies();
    await keeper.evaluate(() => localStorage.clear());
  },

  godown: async ({ serverOf }, use, testInfo) => {
    await use(await serverOf(testInfo.file));
  },

  baseURL: async ({ godown }, use) => {
    await use(godown.address);
  },

  browserErrors: [
    async ({ context }, use) => {
      const expected: RegExp[] = [];
      const seen: string[] = [];
      const hear = (message: ConsoleMessage) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
      };
      const hearFault = (fault: WebError) => seen.push(String(fault.error()));
      context.on('console', hear);
      context.on('weberror', hearFault);
      await use({ expect: (pattern) => expected.push(pattern) });
      context.off('console', hear);
      context.off('weberror', hearFault);
      const unexpected = seen.filter((text) => !expected.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`Errors in the browser:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
