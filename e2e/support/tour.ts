/** A tour of every screen in every state (stops), viewport and colour scheme (looks). */
import type { Page, Route } from '@playwright/test';
import { errorTexts } from '#contract/core/errors.ts';
import { goOn } from './desk.ts';
import type { Godown } from './godown.ts';
import { administrator, keptOf, openSession, register } from './people.ts';

/** One screen in one state, and how to reach it. */
export interface Stop {
  /** The screen's path as one word: 'suppliers', 'reports-products'. */
  screen: string;
  state: string;
  /** The data: the sample data, none, or edge cases. */
  office: 'sample' | 'empty' | 'difficult';
  path: string;
  /** Continues on the page as the previous stop left it, without loading it. */
  goesOn?: boolean;
  /** Mocks the server before the screen is opened. */
  arrange?: (page: Page) => Promise<unknown>;
  /** The user's actions; resolves when the state is reached. */
  reach: (page: Page) => Promise<unknown>;
  /** The state exists only on a phone. */
  phoneOnly?: boolean;
  /** Drawn by the same components on every list: the tour looks at it at the suppliers alone. */
  ofEveryList?: boolean;
}

const desk = { name: 'desk', viewport: { width: 1440, height: 900 } } as const;
const phone = { name: 'phone', viewport: { width: 390, height: 844 } } as const;

export interface Look {
  width: 'desk' | 'phone';
  scheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

/** Both widths, light and dark, ordered so that one thing changes at a time. */
const looks: Look[] = [
  { width: desk.name, viewport: desk.viewport, scheme: 'light' },
  { width: desk.name, viewport: desk.viewport, scheme: 'dark' },
  { width: phone.name, viewport: phone.viewport, scheme: 'dark' },
  { width: phone.name, viewport: phone.viewport, scheme: 'light' },
];

/** The looks of a stop. */
export function looksOf(stop: Stop): Look[] {
  return looks.filter((look) => look.width === 'phone' || !stop.phoneOnly);
}

/** Registers the first administrator with the sample data. */
export async function openSampleOffice(godown: Godown): Promise<void> {
  const choice = { ...administrator, loadSampleData: true };
  await register(godown, choice);
}

/** Signs the page in as the administrator of each server, on every page load. */
export async function signInEverywhere(page: Page, servers: Godown[]): Promise<void> {
  const sessions: Record<string, [string, string][]> = {};
  for (const server of servers) {
    sessions[server.address] = keptOf(await openSession(server));
  }
  await page.addInitScript((all) => {
    // A PDF is shown in a frame of the same address, which has no storage.
    if (window.top !== window) return;
    for (const [key, value] of all[window.location.origin] ?? []) sessionStorage.setItem(key, value);
  }, sessions);
}

/** Opens a stop on its server in its first look, and waits until its state is reached. */
export async function arriveAt(page: Page, stop: Stop, server: Godown): Promise<void> {
  const [first] = looksOf(stop);
  if (first) await wear(page, first);
  if (!stop.goesOn) await answering(page);
  await stop.arrange?.(page);
  if (!stop.goesOn) await open(page, server.address, stop);
  await stop.reach(page);
}

/** Loads the stop's page; where nothing is mocked, another screen of the same server is left as by a link. */
async function open(page: Page, address: string, { path, arrange }: Stop): Promise<void> {
  const url = new URL(path, address);
  const current = new URL(page.url());
  if (arrange || current.origin !== url.origin || current.pathname === url.pathname) await page.goto(url.href);
  else await goOn(page, path);
}

/** Changes viewport and colour scheme of the open screen. */
export async function wear(page: Page, look: Pick<Look, 'viewport' | 'scheme'>): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  await Promise.all([
    // Without animations, since only final states are checked.
    page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' }),
    width === look.viewport.width && height === look.viewport.height ? undefined : page.setViewportSize(look.viewport),
  ]);
  await settle(page);
}

const FRAME_LIMIT_MS = 5000;

/** Waits until the last change is rendered. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    async (latest) =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
        // Once in ten thousand times a browser without a screen draws no frame after a change of its size.
        setTimeout(done, latest);
      }),
    FRAME_LIMIT_MS,
  );
}

/** The pending calls. */
const unanswered = new WeakMap<Page, Route[]>();

/** The server does not answer, so that loading states stay. */
export async function silence(page: Page, calls = '**/api/**'): Promise<void> {
  const kept: Route[] = [];
  unanswered.set(page, kept);
  await page.route(calls, (route) => void kept.push(route));
}

async function fail(route: Route): Promise<void> {
  await route.fulfill({ status: 500, json: { code: 'internal', message: errorTexts.internal } });
}

/** The server fails matching calls, pending ones too. */
export async function failure(page: Page, calls = '**/api/**'): Promise<void> {
  await page.route(calls, fail);
  for (const route of unanswered.get(page)?.splice(0) ?? []) await fail(route);
}

/** The server answers normally again. */
export async function answering(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
