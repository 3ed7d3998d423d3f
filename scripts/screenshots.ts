/**
 * `npm run screenshots [-- what]`: a picture of every screen in every state, at both widths, light and dark, into the
 * folder screenshots/. With names of screens only these: `npm run screenshots -- inward production`.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { difficultStops, openDifficultOffice } from '../e2e/support/difficultOffice.ts';
import { type Godown, startGodown } from '../e2e/support/godown.ts';
import { register } from '../e2e/support/people.ts';
import { stops } from '../e2e/support/stops.ts';
import { arriveAt, looksOf, openSampleOffice, signInEverywhere, type Stop, wear } from '../e2e/support/tour.ts';
import { ensureChromium } from './chromium.ts';
import { since } from './processes.ts';
import { ensureScreens } from './screens.ts';

const folder = path.resolve(import.meta.dirname, '../screenshots');

const MANY_SUPPLIERS = 10_000;

/** What fills each office of the tour. */
const fill: Record<Stop['office'], (server: Godown) => Promise<void>> = {
  sample: openSampleOffice,
  empty: register,
  difficult: async (server) => openDifficultOffice(server, MANY_SUPPLIERS),
};

async function openOffice(office: Stop['office'], page: Page): Promise<Godown> {
  const server = await startGodown();
  await fill[office](server);
  await signInEverywhere(page, [server]);
  return server;
}

/** Takes the pictures of one stop and answers how many there are. */
async function photograph(page: Page, stop: Stop): Promise<number> {
  const looks = looksOf(stop);
  for (const look of looks) {
    await wear(page, look);
    const name = `${stop.screen}-${stop.state}-${look.width}-${look.scheme}.png`;
    await page.screenshot({ path: path.join(folder, name) });
  }
  return looks.length;
}

async function tour(wanted: Stop[]): Promise<number> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    // Chromium's own sandbox refuses to start as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ locale: 'en-IN', timezoneId: 'Asia/Kolkata' });
  // A server each, on scratch data. The one that takes longest to fill is asked for last and filled meanwhile.
  const names = [...new Set(wanted.map((stop) => stop.office))];
  const offices = new Map(names.map((office) => [office, openOffice(office, page)] as const));
  let pictures = 0;
  for (const stop of wanted) {
    const server = await offices.get(stop.office);
    if (!server) throw new Error(`nothing was started for ${stop.office}`);
    await arriveAt(page, stop, server);
    pictures += await photograph(page, stop);
    console.log(`${stop.screen}: ${stop.state}`);
  }
  await browser.close();
  for (const office of offices.values()) await (await office).stop();
  return pictures;
}

const start = performance.now();
const named = process.argv.slice(2);
const wanted = [...stops, ...difficultStops].filter((stop) => named.length === 0 || named.includes(stop.screen));
if (wanted.length === 0) throw new Error(`No screen is called ${named.join(' or ')}.`);
await ensureScreens();
if (named.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const pictures = await tour(wanted);
console.log(`${pictures} pictures in ${folder}, in ${since(start)}.`);
