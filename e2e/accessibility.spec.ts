/** Accessibility of every screen in every state, viewport and colour scheme. */
import { expectAccessible } from './support/accessibility.ts';
import { type Godown, startGodown } from './support/godown.ts';
import { register } from './support/people.ts';
import { expectNoSidewaysScroll, movingOn } from './support/reading.ts';
import { difficultStops, openDifficultOffice } from './support/difficultOffice.ts';
import { stops } from './support/stops.ts';
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

/** A screen has up to 14 states, each checked five or six times. */
const SCREEN_LIMIT_MS = 900_000;

/** Enough for many pages; the screenshots use ten thousand. */
const MANY_SUPPLIERS = 100;

/** All masters are one screen: of those after the suppliers, their columns and fields are checked. */
const likeSuppliers = ['buyers', 'categories', 'products', 'rawmaterials'];
const ownStates = ['full', 'form', 'form-errors', 'stock-settings'];

function isOwn({ screen, state }: Stop): boolean {
  return !likeSuppliers.includes(screen) || ownStates.includes(state);
}

/** Drawn by the same components on every screen: looked at in every way at the suppliers, elsewhere once. */
const sharedStates = ['empty', 'loading', 'error', 'nothing-found', 'deletion'];

/** A form is looked at in every way with its faults, and without them once. */
const formStates = ['form', 'edit'];
const withFaults = new Set(stops.filter(({ state }) => state === 'form-errors').map(({ screen }) => screen));

function isDrawnElsewhere({ screen, state }: Stop): boolean {
  if (screen === 'suppliers') return false;
  return sharedStates.includes(state) || (formStates.includes(state) && withFaults.has(screen));
}

/** A phone has the desktop's colours, except for its cards and its menu. */
function isLookedAt(stop: Stop, { width, scheme }: Look): boolean {
  const { state, phoneOnly } = stop;
  if (isDrawnElsewhere(stop)) return scheme === 'light' && (width === 'desk' || phoneOnly === true);
  return width === 'desk' || scheme === 'light' || state === 'full' || phoneOnly === true;
}

let empty: Godown;

test.beforeAll(async ({ serverOf }, { file }) => {
  empty = await startGodown();
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
    for (const stop of states) {
      await test.step(stop.state, async () => {
        await arriveAt(page, stop, stop.office === 'empty' ? empty : godown);
        if (!isOwn(stop)) return;
        areRowsSeen &&= stop.goesOn === true;
        const rows = areRowsSeen ? 'first' : 'all';
        for (const look of looksOf(stop).filter((each) => isLookedAt(stop, each))) {
          await wear(page, look);
          // The colour scheme affects neither layout nor any rule but those of colours.
          await expectAccessible(page, { rules: look.scheme === 'light' ? 'all' : 'colours', rows });
          if (look.scheme === 'light') await expectNoSidewaysScroll(page);
        }
        areRowsSeen ||= stop.state === 'full';
        for (const viewport of isDrawnElsewhere(stop) ? [] : enlarged) {
          await wear(page, { viewport, scheme: 'light' });
          await expectNoSidewaysScroll(page);
        }
      });
    }
  });
}

test('nothing moves for people who ask for that', async ({ page, godown }) => {
  await signInEverywhere(page, [godown]);
  await silence(page);
  await page.goto('/suppliers');
  const waiting = page.locator('[aria-busy=true]');
  await waiting.waitFor();
  expect(await movingOn(page)).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await movingOn(page)).toEqual([]);

  await answering(page);
  await page.reload();
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  expect(await movingOn(page)).toEqual([]);
});

test('what is hard to show breaks no screen', async ({ page }) => {
  const difficult = await startGodown();
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
