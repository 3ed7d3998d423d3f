/** Accessibility of every screen in every state, viewport and colour scheme. */
import { expectAccessible } from './support/accessibility.ts';
import type { Godown } from './support/godown.ts';
import { register } from './support/people.ts';
import { expectNoSidewaysScroll, movingOn } from './support/reading.ts';
import { difficultStops, openDifficultOffice } from './support/difficultOffice.ts';
import { stops } from './support/stops.ts';
import { chooseFromMenu } from './support/screen.ts';
import { expect, test } from './support/test.ts';
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
} from './support/tour.ts';

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

/** What a screen says before or instead of its content has the same few components everywhere. */
const withoutContent = ['loading', 'error', 'empty', 'nothing-found'];

/** The colours in which a width is looked at by all rules. */
const schemeOf = { desk: 'light', phone: 'dark' } as const;

/**
 * Each width once, in the colours of one scheme; lists, which a phone shows as cards, in both; what has no content on phones
 * alone.
 */
function isLookedAt({ screen, state, phoneOnly }: Stop, { width, scheme }: Look): boolean {
  if (withoutContent.includes(state) && screen !== 'suppliers' && width === 'desk') return false;
  return phoneOnly === true || state === 'full' || scheme === schemeOf[width];
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
  test(`${screen} is for everybody: ${names}`, async ({ page, godown, browserErrors }) => {
    test.setTimeout(SCREEN_LIMIT_MS);
    // Failure states log errors (specification §8); the specs of the screens test which.
    browserErrors.expect(/status of 50[03]|ERR_FAILED|could not be loaded|Failed|Error loading/);
    await signInEverywhere(page, [godown, empty]);
    let areRowsSeen = false;
    const framesSeen = new Set<string>();
    let isThere = false;
    for (const stop of states) {
      // Not even loaded: the next one is opened by itself.
      if (stop.ofEveryList && isPassed(stop)) {
        isThere = false;
        continue;
      }
      await test.step(stop.state, async () => {
        const goesOn = stop.goesOn && isThere;
        await arriveAt(page, { ...stop, goesOn }, stop.office === 'empty' ? empty : godown);
        isThere = true;
        if (isPassed(stop)) return;
        areRowsSeen &&= goesOn === true;
        const rows = areRowsSeen ? 'first' : 'all';
        for (const look of looksOf(stop).filter((each) => isLookedAt(stop, each))) {
          await wear(page, look);
          // In its other colours, only those can differ.
          const rules = look.scheme === schemeOf[look.width] ? 'all' : 'colours';
          const seen = `${look.width} ${look.scheme}`;
          // What is a phone's alone may be in the frame itself: the drawer.
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

test('nothing moves for people who ask for that', async ({ page, godown }) => {
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

test('what is hard to show breaks no screen', async ({ page, servers }) => {
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
