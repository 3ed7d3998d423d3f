/** Accessibility of every screen in every state, viewport and colour scheme. */
import { expectAccessible } from '../support/accessibility.ts';
import type { Godown } from '../support/godown.ts';
import { register } from '../support/people.ts';
import { expectNoSidewaysScroll, movingOn } from '../support/reading.ts';
import { difficultStops, openDifficultOffice } from '../support/difficultOffice.ts';
import { stops } from '../support/stops/stops.ts';
import { chooseFromMenu } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import {
  answering,
  arriveAt,
  type Look,
  looksOf,
  openSampleOffice,
  signInEverywhere,
  silence,
  type Stop,
  wear,
} from '../support/tour.ts';

/** A desktop at 200 % zoom, and the minimum of WCAG's Reflow. */
const enlarged = [
  { width: 720, height: 450 },
  { width: 320, height: 640 },
];

/** A screen has up to 14 states, each checked four or five times. */
const SCREEN_LIMIT_MS = 900_000;

/** Enough for many pages; the screenshots use ten thousand. */
const MANY_SUPPLIERS = 100;

/** All masters are one screen: of those after the suppliers, their columns and fields are checked. */
const likeSuppliers = ['buyers', 'categories', 'products', 'rawmaterials'];
const ownStates = ['full', 'form-errors', 'stock-settings'];

function isOwn({ screen, state }: Pick<Stop, 'screen' | 'state'>): boolean {
  return !likeSuppliers.includes(screen) || ownStates.includes(state);
}

/** A form is looked at with its faults: without them, or with what it edits, only at the suppliers. */
const withFaults = new Set(stops.filter(({ state }) => state === 'form-errors').map(({ screen }) => screen));
const likeFaults = ['form', 'edit'];

/** Passed without a look: what the suppliers showed is not checked again. */
function isPassed({ screen, state, ofEveryList }: Stop): boolean {
  if (screen === 'suppliers') return false;
  return ofEveryList === true || (likeFaults.includes(state) && withFaults.has(screen)) || !isOwn({ screen, state });
}

/** Whether a stop is opened: to be looked at, or since the next one goes on from it. */
function isOpened(stop: Stop, next: Stop | undefined): boolean {
  return !isPassed(stop) || (stop.ofEveryList !== true && next?.goesOn === true && !isPassed(next));
}

/** Screens show these states by the same few components. */
const withoutContent = ['loading', 'error', 'empty', 'nothing-found'];

/** The colours in which a width is looked at by all rules. */
const schemeOf = { desk: 'light', phone: 'dark' } as const;

/** The screens that most is on: all their states are looked at at both widths, and when they are full in all colours. */
const thorough = new Set(['suppliers', 'inward', 'production']);

/** The others' forms, dialogs and pages are made of the same parts: by turns at a desk or on a phone. */
const widthOf = new Map(
  [...new Set(stops.map(({ screen }) => screen))].map((screen, index) => [screen, index % 2 === 0 ? 'desk' : 'phone']),
);

/** Empty states are checked on phones alone, and a full screen at either width. */
function isLookedAt({ screen, state, phoneOnly }: Stop, { width, scheme }: Look): boolean {
  if (phoneOnly === true) return true;
  if (withoutContent.includes(state) && screen !== 'suppliers') return width === 'phone' && scheme === 'dark';
  if (state === 'full' && thorough.has(screen)) return true;
  if (scheme !== schemeOf[width]) return false;
  return state === 'full' || thorough.has(screen) || width === widthOf.get(screen);
}

let empty: Godown;

test.beforeAll(async ({ servers, serverOf }, { file }) => {
  empty = await servers.start();
  await register(empty);
  await openSampleOffice(await serverOf(file));
});

test.afterAll(async () => {
  await empty.stop();
});

for (const [screen, states] of Map.groupBy(stops, (stop) => stop.screen)) {
  const names = states.map((stop) => stop.state).join(', ');
  test(`${screen} is accessible: ${names}`, async ({ page, godown, browserErrors }) => {
    test.setTimeout(SCREEN_LIMIT_MS);
    // Failure states log errors (specification §8); the specs of the screens test which.
    browserErrors.expect(/status of 50[03]|ERR_FAILED|could not be loaded|Failed|Error loading/);
    await signInEverywhere(page, [godown, empty]);
    let areRowsSeen = false;
    const framesSeen = new Set<string>();
    for (const [at, stop] of states.entries()) {
      if (!isOpened(stop, states[at + 1])) continue;
      await test.step(stop.state, async () => {
        const before = states[at - 1];
        const goesOn = stop.goesOn === true && before !== undefined && isOpened(before, stop);
        await arriveAt(page, { ...stop, goesOn }, stop.office === 'empty' ? empty : godown);
        if (isPassed(stop)) return;
        areRowsSeen &&= goesOn;
        const rows = areRowsSeen ? 'first' : 'all';
        for (const look of looksOf(stop).filter((each) => isLookedAt(stop, each))) {
          await wear(page, look);
          // In its other colours, only those can differ.
          const rules = look.scheme === schemeOf[look.width] ? 'all' : 'colours';
          const seen = `${look.width} ${look.scheme}`;
          // Parts of phones alone may be in the frame itself: the drawer.
          await expectAccessible(page, { rules, rows, withoutFrame: framesSeen.has(seen) && !stop.phoneOnly });
          if (stop.office === 'sample') framesSeen.add(seen);
          await expectNoSidewaysScroll(page);
        }
        areRowsSeen ||= stop.state === 'full';
        // Between a phone and the least width a full list differs most.
        for (const viewport of stop.state === 'full' ? enlarged : enlarged.slice(-1)) {
          await wear(page, { viewport, scheme: 'light' });
          await expectNoSidewaysScroll(page);
        }
      });
    }
  });
}

test('nothing is animated for people who prefer reduced motion', async ({ page, godown }) => {
  await signInEverywhere(page, [godown]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await silence(page);
  await page.goto('/suppliers');
  const waiting = page.locator('[aria-busy=true]');
  await waiting.waitFor();
  expect(await movingOn(page)).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await movingOn(page)).toEqual([]);

  await answering(page);
  await page.reload();
  await chooseFromMenu(page, /^More for /, 'Delete …');
  await page.getByRole('dialog').waitFor();
  expect(await movingOn(page)).toEqual([]);
});

test('extreme data makes no screen scroll sideways', async ({ page, servers }) => {
  const difficult = await servers.start();
  try {
    await openDifficultOffice(difficult, MANY_SUPPLIERS);
    await signInEverywhere(page, [difficult]);
    for (const stop of difficultStops) {
      await test.step(`${stop.screen} ${stop.state}`, async () => {
        await arriveAt(page, stop, difficult);
        await expectNoSidewaysScroll(page);
        for (const viewport of enlarged) {
          await wear(page, { viewport, scheme: 'light' });
          await expectNoSidewaysScroll(page);
        }
      });
    }
  } finally {
    await difficult.stop();
  }
});
