/** Finds or installs the Chromium of the browser tests. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const NONE =
  'The browser tests found no Chromium. Install one (on Debian: apt-get install chromium; elsewhere: npx playwright ' +
  'install chromium), or name one in the variable PLAYWRIGHT_CHROMIUM.';

/** The first that exists: the one of PLAYWRIGHT_CHROMIUM, the system's, Playwright's own. */
function findChromium(): string | undefined {
  const named = process.env['PLAYWRIGHT_CHROMIUM'];
  if (named) {
    if (!existsSync(named)) throw new Error(`PLAYWRIGHT_CHROMIUM names ${named}, and there is no such file.`);
    return named;
  }
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return [...usual, chromium.executablePath()].find((file) => existsSync(file));
}

/** The path of Chromium; without one, throws with install instructions. */
export function requireChromium(): string {
  const found = findChromium();
  if (!found) throw new Error(NONE);
  return found;
}

/** As requireChromium(), but installs one when run as root on Debian. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium from the system’s packages …');
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '--quiet'], options);
    spawnSync('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'chromium'], options);
  }
  return requireChromium();
}
