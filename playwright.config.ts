import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOf } from './e2e/support/launch.ts';
import { lightChromium } from './scripts/chromium.ts';

/**
 * Tests that are tried at the phone's width too: what is done with one on the floor of the store room. How every
 * screen looks at both widths is held by the tour in accessibility.spec.ts, which changes the width by itself.
 */
const alsoOnPhones = /@phone/;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // One more than there are processors: tests wait for servers and frames. Each has a browser of its own, each file a server and a data folder.
  workers: availableParallelism() + 1,
  // For a browser that crashes, or a machine that stalls: what passed at the second try is named at the end.
  retries: 1,
  forbidOnly: true,
  // For what never comes: on a machine that has much else to do everything else takes its time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    actionTimeout: 60_000,
    // Without motion, fades and slides take a tenth of the time. Where it may matter, a spec says withMotion.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // A trace of every test costs a third of the time; a failure shows its picture and its steps all the same.
    trace: 'off',
    launchOptions: launchOf(lightChromium()),
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      grep: alsoOnPhones,
    },
  ],
});
