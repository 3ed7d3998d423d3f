/**
 * `test` for every spec: a server of its own for each file (`godown`), addresses relative to it, and no error on the
 * browser's console that the test has not announced with `browserErrors.expect(/…/)`.
 */
import { test as base } from '@playwright/test';
import { type Godown, startGodown } from './godown.ts';

export interface BrowserErrors {
  /** Lets errors that match pass; Chromium logs one for every answer from 400 on. */
  expect(pattern: RegExp): void;
}

interface TestFixtures {
  godown: Godown;
  browserErrors: BrowserErrors;
}

interface WorkerFixtures {
  /** Environment of the server beyond the usual: `test.use({ serverEnv: { DATABASE_URL } })` at the top of a file. */
  serverEnv: Record<string, string>;
  serverOf: (file: string) => Promise<Godown>;
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
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => {
        seen.push(String(error.error()));
      });
      await use({ expect: (pattern) => expected.push(pattern) });
      const unexpected = seen.filter((text) => !expected.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`Errors in the browser:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
