/**
 * `npm run screenshots [-- SCREEN...]`: screenshots of all screens, or the named ones, in every state, width and colour
 * scheme, into screenshots/.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { difficultStops, openDifficultOffice } from '../e2e/support/difficultOffice.ts';
import { type Godown, startGodown } from '../e2e/support/godown.ts';
import { register } from '../e2e/support/people.ts';
import { stops } from '../e2e/support/stops/stops.ts';
import { arriveAt, looksOf, openSampleOffice, signInEverywhere, type Stop, wear } from '../e2e/support/tour.ts';
import { ensureChromium } from './chromium.ts';
import { since } from './processes.ts';
import { ensureScreens } from './screens.ts';

const folder = path.resolve(import.meta.dirname, '../screenshots');

const MANY_SUPPLIERS = 10_000;

/** Fills the database of each office. */
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

/** Takes the screenshots of one stop; returns their number. */
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
    // Chromium's sandbox does not start as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ locale: 'en-IN', timezoneId: 'Asia/Kolkata' });
  // One server per office, all filled in parallel; the slowest is visited last.
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
