/** At desktop widths, all columns of a list are visible and its key texts are not truncated. */
import type { Godown } from '../support/godown.ts';
import { signIn } from '../support/people.ts';
import { expectNoSidewaysScroll } from '../support/reading.ts';
import { goOn } from '../support/desk.ts';
import { listOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import { openSampleOffice } from '../support/tour.ts';
import type { Page } from '@playwright/test';

const widths = [1280, 1366, 1440];

const lists = [
  ['/suppliers', 'Suppliers'],
  ['/inward', 'Inward'],
  ['/buyers', 'Buyers'],
  ['/products', 'Products'],
  ['/rawmaterials', 'Raw Materials'],
  ['/categories', 'Categories'],
  ['/finishedgoods', 'Finished Goods'],
  ['/register', 'Registered Users'],
  ['/production', 'Recorded productions'],
  ['/recipes', 'Recipes'],
  ['/lots', 'Lots'],
] as const;

let office: Godown;

test.beforeAll(async ({ servers }) => {
  office = await servers.start();
  await openSampleOffice(office);
});

test.afterAll(async () => {
  await office.stop();
});

/** The truncated or covered parts of a table: columns past the edge or behind the Actions, names and states. */
async function hiddenIn(page: Page, list: string): Promise<string[]> {
  return listOf(page, list).evaluate((table) => {
    const frame = table.parentElement?.getBoundingClientRect();
    const rows = [...table.querySelectorAll('tr')].filter((row) => row.cells.length > 1);
    const isCut = (element: Element) =>
      [element, ...element.querySelectorAll('*')].some(
        (each) =>
          each instanceof HTMLElement &&
          !each.classList.contains('visually-hidden') &&
          each.scrollWidth > each.clientWidth &&
          each.clientWidth > 0,
      );
    return rows.flatMap((row) => {
      const cells = [...row.cells];
      const actions = cells.at(-1)?.getBoundingClientRect();
      return cells.flatMap((cell, index) => {
        const { left, right } = cell.getBoundingClientRect();
        const isLast = index === cells.length - 1;
        const edge = (isLast ? frame?.right : actions?.left) ?? 0;
        const heading = rows[0]?.cells[index]?.textContent ?? '';
        const isCovered = right > edge + 1 || left < (frame?.left ?? 0) - 1;
        const mustBeWhole = cell.matches('td') && (cell.matches('[data-weight=strong]') || heading === 'Status');
        return [
          ...(isCovered ? [`${heading} is covered: ${cell.textContent}`] : []),
          ...(mustBeWhole && isCut(cell) ? [`${heading} is cut: ${cell.textContent}`] : []),
        ];
      });
    });
  });
}

/** One of the masters, which share a screen. */
async function expectOneColumnOfMoments(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await goOn(page, '/suppliers');
  const heading = page.getByRole('columnheader', { name: /Created At.*Updated At/ });
  await expect(heading.getByRole('button')).toHaveText(['Created At', 'Updated At']);
  const moments = page.getByRole('row').nth(1).getByRole('time');
  await expect(moments).toHaveText([
    /^\d\d-\d\d-\d{4} (0[1-9]|1[0-2]):\d\d [AP]M$/,
    /^\d\d-\d\d-\d{4} (0[1-9]|1[0-2]):\d\d [AP]M$/,
  ]);
  await expect(
    page
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .filter({ has: page.getByRole('time') }),
  ).toHaveCount(1);

  await heading.getByRole('button', { name: 'Updated At' }).click();
  await expect(page).toHaveURL(/sort=updatedAt&order=asc$/);
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.getByRole('button', { name: 'Created At' }).click();
  await expect(page).toHaveURL(/sort=createdAt&order=asc$/);
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
}

test('nothing is covered in a list, and names and states are complete', async ({ page }) => {
  await signIn(page, office);
  await page.goto(`${office.address}/suppliers`);
  for (const [path, list] of lists) {
    await test.step(path, async () => {
      await goOn(page, path);
      await expect(listOf(page, list).locator('xpath=..')).toHaveAttribute('aria-busy', 'false');
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await hiddenIn(page, list), `${path} at ${width}`).toEqual([]);
      }
    });
  }

  await test.step('the times of creation and change of a record are in one column', () =>
    expectOneColumnOfMoments(page));
});

const narrow = [1024, 820];

/** A list, a record of each kind, and the forms that are wide; with the button for which one comes. */
const narrowed = [
  ['/suppliers', 'Add New Supplier'],
  ['/adjustments', 'Stock count'],
  ['/inward', 'Add New Inward'],
  ['/adjustments/count', 'Print count sheet'],
  ['/lots/1', 'Trace'],
  ['/dispatches/19', 'Print delivery note'],
  ['/inward/28', 'History'],
] as const;

test('at widths between phone and desktop nothing is outside of the window', async ({ page }) => {
  await signIn(page, office);
  await page.goto(`${office.address}/suppliers`);
  for (const [path, button] of narrowed) {
    await goOn(page, path);
    const main = page.getByRole('main').getByRole('button', { name: button, exact: true });
    const link = page.getByRole('main').getByRole('link', { name: button, exact: true });
    await expect(main.or(link).first()).toBeVisible();
    for (const width of narrow) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      for (const each of [main.or(link).first(), page.getByRole('button', { name: 'Logout' })]) {
        const { x = 0, width: wide = 0 } = (await each.boundingBox()) ?? {};
        expect(x + wide, `${path} at ${width}`).toBeLessThanOrEqual(width);
        expect(await each.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
      }
    }
  }
});
