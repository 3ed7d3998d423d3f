/** How the browser of the tests is started. */
import type { LaunchOptions } from '@playwright/test';

const asRoot = process.getuid?.() === 0;

export function launchOf(executablePath: string): LaunchOptions {
  return {
    executablePath,
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
      // A new page of the same server needs no process of its own, nor one that waits for the next server: a fourteenth.
      '--process-per-site',
      // No page lives long enough for what is compiled ahead, or once more for speed, in threads of its own: a sixth.
      '--disable-features=SpareRendererForSitePerProcess,ScriptStreaming',
      '--js-flags=--no-maglev --no-turbofan --single-threaded-gc --min-semi-space-size=32',
    ],
  };
}
