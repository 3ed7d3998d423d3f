/** Finds or installs the Chromium of the browser tests. */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from '@playwright/test';
import { z } from 'zod';

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

/** The pinned Chromium without a screen: for Linux on x64, compressed. It shows no PDF. */
const packed = new URL('../../bin/chromium.br', import.meta.resolve('@sparticuz/chromium'));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', packed), 'utf8')));
const UNPACKED = path.resolve(import.meta.dirname, `../node_modules/.cache/chromium-${version}/chromium`);

/** Unpacks the pinned Chromium once; nothing where it doesn't start. */
async function unpackLight(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || existsSync(UNPACKED)) return;
  const own = `${UNPACKED}.${process.pid}`;
  await mkdir(path.dirname(own), { recursive: true });
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(own, { mode: 0o755 }));
  if (spawnSync(own, ['--version']).status === 0) await rename(own, UNPACKED);
  else await rm(own);
}

/** The one that most browser tests take: the pinned one without a screen where it starts, and none was named. */
export function lightChromium(): string {
  return !process.env['PLAYWRIGHT_CHROMIUM'] && existsSync(UNPACKED) ? UNPACKED : requireChromium();
}

/** For a network that answers nothing. */
const INSTALL_LIMIT_MS = 300_000;

/** Installs Debian's where that can be done without asking. */
function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium from the system’s packages …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: 'inherit', env, timeout: INSTALL_LIMIT_MS } as const;
  spawnSync('apt-get', ['update', '--quiet'], options);
  spawnSync('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'chromium'], options);
}

/** As requireChromium(), but installs one when run as root on Debian. */
export function ensureChromium(): string {
  if (!findChromium()) install();
  return requireChromium();
}

/** Makes ready both browsers of the tests. */
export async function ensureTestBrowsers(): Promise<void> {
  ensureChromium();
  await unpackLight();
}
