/** No layout shift while a screen loads. */
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { isPhone } from '../support/screen.ts';
import { expect, test, withMotion } from '../support/test.ts';
import type { Page } from '@playwright/test';

/** Cumulative Layout Shift below which nobody notices, such as a column heading that widens by some pixels. */
const UNSEEN = 0.01;

// An empty HTTP cache, so that everything loads late.
test.use({ isAlone: true, ...withMotion });

const call = office();

test.beforeAll(async () => {
  // More than a page of everything, so that the skeleton rows match the rows.
  for (let count = 0; count < 30; count += 1) {
    const materialId = await addMaterial(call);
    await addInward(call, await addSupplier(call), [[materialId, 10]]);
    await addProduction(call, materialId, 1);
  }
});

/** Loads the screens one after the other; returns the layout shift of each. */
async function shiftsOf(page: Page, paths: readonly string[], lastToCome: string): Promise<[string, number][]> {
  await page.addInitScript(`
    shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  const shifts: [string, number][] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator(lastToCome).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    shifts.push([path, Number(await page.evaluate('shifted'))]);
  }
  return shifts;
}

test('the sign-in does not shift while it loads', async ({ page }) => {
  const shifts = await shiftsOf(page, ['/login'], 'form');
  expect(shifts.filter(([, shift]) => shift > UNSEEN)).toEqual([]);
});

test('no kind of screen shifts while it loads', { tag: '@phone' }, async ({ page, godown }) => {
  await signIn(page, godown);
  // On a phone all lists are the same cards.
  const others = isPhone(page) ? [] : ['/inward', '/reports/rawmaterialreports', '/activity'];
  const paths = ['/dashboard', '/suppliers', '/production', ...others];
  const shifts = await shiftsOf(page, paths, 'main h1');
  expect(shifts.filter(([, shift]) => shift > UNSEEN)).toEqual([]);
});
