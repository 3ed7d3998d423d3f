import { defineConfig } from '@playwright/test';
import { requireChromium } from './scripts/chromium.ts';

const asRoot = process.getuid?.() === 0;

/**
 * What is tried at the phone's width too: what is done on the floor of the store room, and one list with its form (all are
 * one code). How every screen looks at both widths is held by the tour in accessibility.spec.ts, which changes the width by
 * itself.
 */
const alsoOnPhones =
  /(conflicts|createInPlace|dispatch|inward|labels|layoutShift|lots|makeAndShip|production|proof|runs|shell|suppliers)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Two at a time: each has a browser of its own, and each file a server and a data folder.
  workers: 2,
  // For a browser that crashes (scripts/testRunners.ts): what fails the first time for another reason has failed.
  retries: 1,
  forbidOnly: true,
  // For what never comes: on a machine that has much else to do everything else takes its time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    actionTimeout: 60_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // A trace of every test costs a third of the time; a failure shows its picture and its steps all the same.
    trace: 'off',
    launchOptions: {
      executablePath: requireChromium(),
      args: [
        // Chromium's own sandbox refuses to start as root.
        ...(asRoot ? ['--no-sandbox'] : []),
        // There is none here, and what draws in its place takes a twelfth of the time.
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      testMatch: alsoOnPhones,
    },
  ],
});
