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

/** Debian's Chromium that draws for no screen: a fifth less of the processor, but it shows no PDF. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The one that most browser tests take: without a screen where there is such a one, and none was named. */
export function lightChromium(): string {
  return !process.env['PLAYWRIGHT_CHROMIUM'] && existsSync(SHELL) ? SHELL : requireChromium();
}

/** For a network that answers nothing. */
const INSTALL_LIMIT_MS = 300_000;

/** Installs a package of Debian where that can be done without asking. */
function install(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${name} from the system’s packages …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: 'inherit', env, timeout: INSTALL_LIMIT_MS } as const;
  spawnSync('apt-get', ['update', '--quiet'], options);
  spawnSync('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', name], options);
}

/** As requireChromium(), but installs one, and the light one, when run as root on Debian. */
export function ensureChromium(): string {
  if (!findChromium()) install('chromium');
  const found = requireChromium();
  if (found === '/usr/bin/chromium' && !existsSync(SHELL)) install('chromium-headless-shell');
  return found;
}
