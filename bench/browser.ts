/** First load, and latency on a slow computer: from a click or key press to the frame that shows the rows. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { session } from '#contract/core/accounts/signedIn.ts';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import { keptOf } from '../e2e/support/people.ts';
import { ensureChromium } from '../scripts/chromium.ts';
import type { BenchDatabase } from './databases.ts';
import { credentials, type Godown, withGodown } from './godown.ts';
import { installWatch } from './inPage.ts';
import { halfAndMost, inDigits, percentile, type Row } from './report.ts';

const SLOWER = 4;
/** At full speed a tenth of a second, below which a wait is not felt. */
const CLICK_MS = 400;
/** Hover time before a click, and time between two keys. */
const REST_MS = 150;
/** Time for preloading, once the rows are there. */
const READING_MS = 700;
/** Repetitions for each second of a measurement. */
const CLICKS_A_SECOND = 10;

/** Why a limit is not met, and whether anybody feels it. */
const causes: Record<string, string> = {};

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
  const what = `Click on the next page of the ${list.toLowerCase()}`;
  return { what, path, next: async () => await Promise.resolve(pressed) };
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
      what: 'Key of a search of the raw materials',
      path: '/rawmaterials',
      async next(page, time) {
        const { on, total } = await begin(page.getByRole('searchbox'), time);
        return { on, element: 'p[role="status"]', shows: `of ${total} entries` };
      },
    },
    {
      what: 'Click that opens the choices of 10,000 materials',
      path: '/production',
      async next(page) {
        await page.locator('h1').click();
        await delay(READING_MS);
        return { on: choices, element: '[role="listbox"]', shows: '.' };
      },
    },
    {
      what: 'Key of a search of these choices',
      path: '/production',
      async next(page, time) {
        const { on } = await begin(page.locator(choices).first(), time);
        return { on, element: '[role="listbox"]', shows: '.' };
      },
    },
    {
      what: 'Click on another screen',
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

/** Compressed kilobytes of script and style until a screen is there, without what is fetched when idle. */
async function firstLoadOf(browser: Browser, godown: Godown, path: string): Promise<number> {
  const page = await browser.newPage();
  if (path !== '/login') await signIn(page, godown);
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  let bytes = 0;
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) bytes += Number(response.headers()['content-length']);
  });
  await page.goto(godown.url + path);
  await page
    .getByText(path === '/login' ? 'Email' : 'Showing')
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
  await page.close();
  return bytes / 1000;
}

const firstLoads = [
  ['First load of the sign-in', '/login', 200],
  ['First load of a list, until its rows', '/suppliers', 240],
] as const;

/** Measures in Chromium, its processor slowed four times, over the production server with the largest database. */
export async function measureBrowser(databases: readonly BenchDatabase[], seconds: number): Promise<Row[]> {
  const largest = databases.at(-1);
  if (!largest) throw new Error('There is nothing to measure.');
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  try {
    return await withGodown(largest, async (godown) => {
      const rows: Row[] = [];
      for (const [name, path, limit] of firstLoads) {
        const size = await firstLoadOf(browser, godown, path);
        rows.push({ cells: [name, '', inDigits(size), `${limit} KB`], isMet: size <= limit });
      }
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(20_000);
      await signIn(page, godown);
      await page.addInitScript(installWatch);
      const client = await page.context().newCDPSession(page);
      await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      for (const { what, path, next } of await jobsOf(godown)) {
        console.log(`Measuring: ${what} …`);
        await page.goto(godown.url + path);
        await page.getByText('Showing').first().waitFor();
        await delay(3 * READING_MS);
        const times: number[] = [];
        const count = Math.ceil(seconds * CLICKS_A_SECOND);
        for (let time = 0; time < count; time += 1) times.push(await timeOf(page, await next(page, time)));
        const isMet = percentile(times, 0.95) <= CLICK_MS;
        rows.push({ cells: [what, '', halfAndMost(times), `${CLICK_MS} ms`], isMet, cause: causes[what] });
      }
      return rows;
    });
  } finally {
    await browser.close();
  }
}
