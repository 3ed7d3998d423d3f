/** Latency on a slow computer: from a click or key press to the frame that shows the rows. */
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { session } from '#contract/core/accounts/signedIn.ts';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import { keptOf } from '../e2e/support/people.ts';
import { ensureChromium } from '../scripts/chromium.ts';
import { ensureScreens } from '../scripts/screens.ts';
import { MATERIALS } from './databases.ts';
import { credentials, type Godown, withGodown } from './godown.ts';
import { installBareButton, installWatch } from './inPage.ts';
import type { Bench, Finding, Pace } from './measuring.ts';

const SLOWER = 4;
const MUST_MS = 100;
/** From here on a page seems to hang. */
const FREEZE_MS = 200;
const EXPORT_MS = 60_000;
/** Hover time before a click, and time between two keys. */
const REST_MS = 150;
/** Time for preloading, once the rows are there. */
const READING_MS = 700;
/** Repetitions in a round of one second. */
const TIMES_A_SECOND = 7;

const inBrowser = { limitWhat: `set; Chromium, CPU ${SLOWER} × slower` };

const named = z.array(z.looseObject({ name: z.string() }));

/** The control to press, and the text that an element then has. */
interface Press {
  on: string;
  element: string;
  shows: string;
}

interface Job {
  what: string;
  path: string;
  /** Prepares the next repetition, and returns what to press. */
  next: (page: Page, time: number) => Promise<Press>;
  /** Reports Chromium's own time to replace the text of the rows beside the limit. */
  isBesideBare?: boolean;
}

/** The screens of the sidebar that have a list, and what their title begins with. */
const screens = [
  ['/suppliers', 'Suppliers'],
  ['/rawmaterials', 'Raw Materials'],
  ['/finishedgoods', 'Finished Goods'],
  ['/inward', 'Inward'],
  ['/products', 'Products'],
  ['/buyers', 'Buyers'],
  ['/categories', 'Categories'],
  ['/reports/rawmaterialreports', 'Raw Material Stock'],
  ['/register', 'Users'],
  ['/production', 'Production'],
] as const;

interface Search {
  term: string;
  total: number;
}

/** Searches of three letters that differ in the last one. */
async function searchesOf(godown: Godown): Promise<Search[]> {
  const materials = named.parse(await godown.get('/materials?page=7&pageSize=200&sort=name'));
  const beginnings = materials.map(({ name }) => name.toLowerCase().slice(0, 3));
  const terms = [...new Set(beginnings)].filter((term) => /^[a-z]{3}$/.test(term));
  const totalOf = async (term: string) => {
    const path = `/api/materials?page=1&pageSize=1&search=${term}`;
    const { headers } = await fetch(godown.url + path, { headers: godown.headers });
    return Number(headers.get(TOTAL_COUNT_HEADER));
  };
  const searches: Search[] = [];
  for (const term of terms) {
    const total = await totalOf(term);
    if (total !== (await totalOf(term.slice(0, 2)))) searches.push({ term, total });
  }
  return searches;
}

function nextPageOf(list: string, path: string): Job {
  const pressed = { on: `[aria-label="Pages of ${list}"] button:last-child`, element: 'tbody', shows: '.' };
  const what = `Next page of the ${list.toLowerCase()}`;
  return { what, path, next: async () => await Promise.resolve(pressed), isBesideBare: true };
}

async function jobsOf(godown: Godown): Promise<Job[]> {
  const searches = await searchesOf(godown);
  /** Types two letters of a search, and returns it with the third. */
  const begin = async (field: Locator, time: number) => {
    const { term, total } = searches[time % searches.length] ?? { term: '', total: 0 };
    await field.fill(term.slice(0, 2));
    await delay(READING_MS);
    return { on: term.slice(2), total };
  };
  const choices = 'input[aria-haspopup="listbox"]';
  return [
    nextPageOf('Raw Materials', '/rawmaterials'),
    nextPageOf('Inward', '/inward'),
    {
      what: 'Search of the raw materials',
      path: '/rawmaterials',
      async next(page, time) {
        const { on, total } = await begin(page.getByRole('searchbox'), time);
        return { on, element: 'p[role="status"]', shows: `of ${total} entries` };
      },
    },
    {
      what: 'The choices of 10,000 materials, opened',
      path: '/production',
      async next(page) {
        await page.locator('h1').click();
        await delay(READING_MS);
        return { on: choices, element: '[role="listbox"]', shows: '.' };
      },
    },
    {
      what: 'The choices of 10,000 materials, searched',
      path: '/production',
      async next(page, time) {
        const { on } = await begin(page.locator(choices).first(), time);
        return { on, element: '[role="listbox"]', shows: '.' };
      },
    },
    {
      what: 'Another screen',
      path: '/production',
      async next(_page, time) {
        const [path, title] = screens[time % screens.length] ?? screens[0];
        const on = `#sidebar a[href="${path}"]`;
        return await Promise.resolve({ on, element: 'main', shows: `^${title}[^]*Showing` });
      },
    },
  ];
}

async function signIn(page: Page, godown: Godown): Promise<void> {
  const opened = session.parse(await godown.post('/Auth/checkUserAuthentication', credentials));
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, keptOf(opened));
}

/** Presses a key, or a button as a hand does: approach, hover, press. */
async function press(page: Page, on: string): Promise<void> {
  if (on.length === 1) {
    await page.keyboard.press(on);
    return;
  }
  const target = page.locator(on).first();
  await target.scrollIntoViewIfNeeded();
  await target.hover();
  await delay(REST_MS);
  await page.mouse.down();
  await page.mouse.up();
}

async function timeOf(page: Page, { on, element, shows }: Press): Promise<number> {
  await page.evaluate(`void (watched = watch(${JSON.stringify(element)}, ${JSON.stringify(shows)}))`);
  await press(page, on);
  const time = z.number().parse(await page.evaluate('watched'));
  await delay(READING_MS);
  return time;
}

/** Exports the stock report; returns the longest gap between two frames. */
async function standstillOf(page: Page): Promise<number> {
  await page.evaluate(`
    standstill = 0;
    isExporting = true;
    {
      let last = performance.now();
      requestAnimationFrame(function look(now) {
        standstill = Math.max(standstill, now - last);
        last = now;
        if (isExporting) requestAnimationFrame(look);
      });
    }`);
  const exported = page.waitForEvent('download', { timeout: EXPORT_MS });
  await press(page, 'button:has-text("Export")');
  await exported;
  return z.number().parse(await page.evaluate('isExporting = false, standstill'));
}

async function measureExport(page: Page, godown: Godown, pace: Pace): Promise<Finding> {
  const what = `While the stock report of ${MATERIALS.toLocaleString('en')} rows is exported, the page stands still for at most`;
  console.log(`Measuring: ${what} …`);
  await page.goto(`${godown.url}/reports/rawmaterialreports`);
  await page.getByText('Showing').first().waitFor();
  await delay(3 * READING_MS);
  const times: number[] = [];
  for (let round = 0; round < pace.rounds; round += 1) times.push(await standstillOf(page));
  return { what, unit: 'ms', figure: Math.max(...times), ...inBrowser, limit: FREEZE_MS, must: { atMost: 1 } };
}

async function ninetyFifthOf(page: Page, next: Job['next'], pace: Pace): Promise<number> {
  const times: number[] = [];
  const count = pace.rounds * Math.ceil(pace.seconds * TIMES_A_SECOND);
  for (let time = 0; time < count; time += 1) times.push(await timeOf(page, await next(page, time)));
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? NaN;
}

/** Chromium's own time to replace the text of the open screen's rows. */
async function measureBare(page: Page, pace: Pace): Promise<string> {
  await page.evaluate(installBareButton);
  const next = async () => await Promise.resolve({ on: '#bare', element: 'tbody', shows: '.' });
  const figure = await ninetyFifthOf(page, next, pace);
  return `; other letters in the same cells, without Godown: ${Math.round(figure)} ms`;
}

/** Measures in Chromium, slowed four times, over the production server. */
export async function measureBrowser({ largest, pace }: Bench): Promise<Finding[]> {
  await ensureScreens();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  try {
    return await withGodown(largest, async (godown) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(20_000);
      await signIn(page, godown);
      await page.addInitScript(installWatch);
      const client = await page.context().newCDPSession(page);
      await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      const findings: Finding[] = [];
      for (const { what, path, next, isBesideBare } of await jobsOf(godown)) {
        console.log(`Measuring: ${what} …`);
        await page.goto(godown.url + path);
        await page.getByText('Showing').first().waitFor();
        await delay(3 * READING_MS);
        const figure = await ninetyFifthOf(page, next, pace);
        const limitWhat = inBrowser.limitWhat + (isBesideBare === true ? await measureBare(page, pace) : '');
        const limits = { limitWhat, limit: MUST_MS, must: { atMost: 1 } };
        findings.push({ what: `${what}, 95 of 100 within`, unit: 'ms', figure, ...limits });
      }
      return [...findings, await measureExport(page, godown, pace)];
    });
  } finally {
    await browser.close();
  }
}
