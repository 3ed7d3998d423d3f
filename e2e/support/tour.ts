/** A tour of the program: every screen in every state, and the looks in which each of them is seen. */
import type { Page, Route } from '@playwright/test';
import { errorTexts } from '../../contract/errors.ts';
import type { Godown } from './godown.ts';
import { administrator, keptOf, openSession, register } from './people.ts';

/** One screen in one state, and how one gets there. */
export interface Stop {
  /** The screen's path as one word: 'suppliers', 'reports-products'. */
  screen: string;
  state: string;
  /** Which data there is: the sample data, none at all, or what is hard to show. */
  office: 'sample' | 'empty' | 'difficult';
  path: string;
  /** It goes on from the stop before it, on the page as that one left it: nothing is loaded anew. */
  goesOn?: boolean;
  /** What the server does instead of answering, from before the screen is opened. */
  arrange?: (page: Page) => Promise<unknown>;
  /** What a person does on the screen; ends when the state stands. */
  reach: (page: Page) => Promise<unknown>;
  /** The state is there on a phone alone. */
  phoneOnly?: boolean;
}

const desk = { name: 'desk', viewport: { width: 1440, height: 900 } } as const;
const phone = { name: 'phone', viewport: { width: 390, height: 844 } } as const;

export interface Look {
  width: 'desk' | 'phone';
  scheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

/** Both widths, light and dark, in an order that changes one thing at a time. */
const looks: Look[] = [
  { width: desk.name, viewport: desk.viewport, scheme: 'light' },
  { width: desk.name, viewport: desk.viewport, scheme: 'dark' },
  { width: phone.name, viewport: phone.viewport, scheme: 'dark' },
  { width: phone.name, viewport: phone.viewport, scheme: 'light' },
];

/** The looks in which a stop is seen. */
export function looksOf(stop: Stop): Look[] {
  return looks.filter((look) => look.width === 'phone' || !stop.phoneOnly);
}

/** Makes the first administrator, who chose to begin with the sample data. */
export async function openSampleOffice(godown: Godown): Promise<void> {
  const choice = { ...administrator, loadSampleData: true };
  await register(godown, choice);
}

/** Signs the page in as the administrator of each server, on every document that it opens from now on. */
export async function signInEverywhere(page: Page, servers: Godown[]): Promise<void> {
  const sessions: Record<string, [string, string][]> = {};
  for (const server of servers) {
    sessions[server.address] = keptOf(await openSession(server));
  }
  await page.addInitScript((all) => {
    for (const [key, value] of all[window.location.origin] ?? []) sessionStorage.setItem(key, value);
  }, sessions);
}

/** Opens a stop on its server, in the first of its looks, and waits until its state stands. */
export async function arriveAt(page: Page, stop: Stop, server: Godown): Promise<void> {
  const [first] = looksOf(stop);
  if (first) await wear(page, first);
  if (!stop.goesOn) await answering(page);
  await stop.arrange?.(page);
  if (!stop.goesOn) await page.goto(server.address + stop.path);
  await stop.reach(page);
}

/** Changes the width and the colours under the screen as it stands. */
export async function wear(page: Page, look: Pick<Look, 'viewport' | 'scheme'>): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  await Promise.all([
    // Nothing moves on a tour: what is looked at is how things are, not how they come.
    page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' }),
    width === look.viewport.width && height === look.viewport.height ? undefined : page.setViewportSize(look.viewport),
  ]);
  await settle(page);
}

/** Waits until the screen has drawn what the last change asks of it. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** The calls that nobody has answered yet. */
const unanswered = new WeakMap<Page, Route[]>();

/** The server keeps silent, so that what is shown while one waits stays. */
export async function silence(page: Page, calls = '**/api/**'): Promise<void> {
  const kept: Route[] = [];
  unanswered.set(page, kept);
  await page.route(calls, (route) => void kept.push(route));
}

async function fail(route: Route): Promise<void> {
  await route.fulfill({ status: 500, json: { code: 'internal', message: errorTexts.internal } });
}

/** The server fails at every call of this kind, and at those that it kept silent about. */
export async function failure(page: Page, calls = '**/api/**'): Promise<void> {
  await page.route(calls, fail);
  for (const route of unanswered.get(page)?.splice(0) ?? []) await fail(route);
}

/** The server answers again as it does. */
export async function answering(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
